import { describe, expect, test } from "bun:test";
import { BadSettings, helpText, readConfig, settings } from "./config.ts";

const faultsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof BadSettings) return error.faults;
    throw error;
  }
};

test("without any setting the service listens only on loopback, with its data in ./data", () => {
  const config = readConfig({});
  expect(config).toMatchObject({ host: "127.0.0.1", port: 8080, seed: "demo", logLevel: "info", publicUrl: undefined });
  expect(config.databaseFile).toBe(`${process.cwd()}/data/catalog.db`);
});

test("an empty or blank setting counts as not set", () => {
  expect(readConfig({ PORT: "", HOST: "  ", SEED: "" })).toEqual(readConfig({}));
});

describe("faults", () => {
  const cases: [string, string, string][] = [
    ["PORT", "65536", "whole number from 0 to 65535"],
    ["PORT", "-1", "whole number"],
    ["PORT", "80.5", "whole number"],
    ["SEED", "yes", "one of demo, none"],
    ["LOG_LEVEL", "INFO", "one of fatal"],
    ["PUBLIC_URL", "catalog.example.com", "http(s) address"],
    ["PUBLIC_URL", "https://example.com/path", "without a path"],
    ["DATABASE_URL", "catalog.db", "sqlite:FILE"],
    ["CACHE_MB", "lots", "whole number"],
  ];
  for (const [name, value, words] of cases) {
    test(`${name}=${value}`, () => {
      const faults = faultsOf({ [name]: value });
      expect(faults).toHaveLength(1);
      expect(faults[0]).toContain(name);
      expect(faults[0]).toContain(words);
    });
  }

  test("are reported all at once", () => {
    const all = Object.fromEntries([...new Map(cases.map(([name, value]) => [name, value]))]);
    expect(faultsOf(all)).toHaveLength(Object.keys(all).length);
  });
});

test("a public address is stored as an origin", () => {
  expect(readConfig({ PUBLIC_URL: "https://Catalog.example.com/" }).publicUrl).toBe("https://catalog.example.com");
});

test("an identity provider without required sign-in is a fault", () => {
  const provider = {
    OIDC_ISSUER: "https://login.example.com",
    OIDC_CLIENT_ID: "catalog",
    OIDC_CLIENT_SECRET: "secret",
  };
  expect(faultsOf(provider)).toEqual([expect.stringContaining("set ACCESS=required")]);
  expect(faultsOf({ ...provider, ACCESS: "off" })).toHaveLength(1);
  expect(readConfig({ ...provider, ACCESS: "required" }).oidc).toBeDefined();
  expect(readConfig({ ...provider, PUBLIC_URL: "https://catalog.example.com" }).access).toBe("required");
});

test("mail needs a sender, an address for its links and people who sign in; no fault shows the password", () => {
  const given = {
    SMTP_URL: "smtps://catalog:p%40ss@mail.example.com",
    MAIL_FROM: "catalog@example.com",
    PUBLIC_URL: "https://catalog.example.com",
  };
  expect(readConfig(given).mail).toEqual({
    host: "mail.example.com",
    port: 465,
    secure: true,
    requireTls: false,
    user: "catalog",
    password: "p@ss",
    from: "catalog@example.com",
  });
  const starttls = readConfig({ ...given, SMTP_URL: "smtp://mail.example.com" }).mail;
  expect(starttls).toMatchObject({ port: 587, secure: false, requireTls: true, user: undefined });
  expect(readConfig({ ...given, SMTP_URL: "smtp://127.0.0.1:25" }).mail).toMatchObject({ port: 25, requireTls: false });
  const faults = [
    ...faultsOf({ ...given, MAIL_FROM: "" }),
    ...faultsOf({ ...given, PUBLIC_URL: "", ACCESS: "required" }),
    ...faultsOf({ ...given, ACCESS: "off" }),
    ...faultsOf({ ...given, SMTP_URL: "https://catalog:p%40ss@mail.example.com" }),
    ...faultsOf({ ...given, SMTP_URL: "smtps://catalog:p%zzss@mail.example.com" }),
  ];
  expect(faults).toHaveLength(5);
  for (const fault of faults) expect(fault).not.toMatch(/p@ss|p%/);
});

test("sqlite: names a file", () => {
  expect(readConfig({ DATABASE_URL: "sqlite:/var/x.db" }).databaseFile).toBe("/var/x.db");
  expect(readConfig({ DATABASE_URL: "sqlite:///var/x.db" }).databaseFile).toBe("/var/x.db");
});

test("the help has each setting once", () => {
  const names = settings.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(helpText()).toContain(`  ${name} `);
});
