import { resolve } from "node:path";

export type Access = "open" | "off";

export type Config = {
  host: string;
  port: number;
  dataDir: string;
  databaseFile: string;
  publicUrl: string | undefined;
  logLevel: LogLevel;
  seed: "demo" | "none";
  access: Access;
  cacheBytes: number;
};

const logLevels = ["fatal", "error", "warn", "info", "debug", "silent"] as const;
type LogLevel = (typeof logLevels)[number];

type Setting = { name: string; fallback: string; help: string };

/** Every setting, in the order in which `--help` shows them. */
export const settings: readonly Setting[] = [
  { name: "HOST", fallback: "127.0.0.1", help: "address to listen on; another than loopback needs ACCESS" },
  { name: "PORT", fallback: "8080", help: "port to listen on; 0 takes a free one" },
  { name: "DATA_DIR", fallback: "./data", help: "folder of the database and the pictures; made if missing" },
  { name: "DATABASE_URL", fallback: "", help: "sqlite:FILE for another place than DATA_DIR/catalog.db" },
  {
    name: "PUBLIC_URL",
    fallback: "",
    help: "address under which clients reach the service, as https://catalog.example.com",
  },
  { name: "LOG_LEVEL", fallback: "info", help: `${logLevels.join(", ")}; debug shows every request` },
  {
    name: "SEED",
    fallback: "demo",
    help: "demo: a first start on an empty database makes a demo catalog; none: it stays bare",
  },
  { name: "ACCESS", fallback: "open", help: "open: no sign-in, on loopback only; off: no sign-in on any address" },
  { name: "CACHE_MB", fallback: "64", help: "memory for answers that are kept ready" },
];

/** All that is wrong with the environment, at once. */
export class BadSettings extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

export const isLoopback = (host: string): boolean => loopback.has(host) || /^127(\.\d{1,3}){3}$/.test(host);

/** The only reader of the environment. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const faults: string[] = [];
  const value = (name: string) => {
    const given = environment[name]?.trim();
    return given ? given : (settings.find((setting) => setting.name === name)?.fallback ?? "");
  };
  const oneOf = <T extends string>(name: string, allowed: readonly T[]): T => {
    const given = value(name);
    if (!(allowed as readonly string[]).includes(given)) {
      faults.push(`${name} is "${given}"; it must be one of ${allowed.join(", ")}.`);
    }
    return given as T;
  };
  const whole = (name: string, minimum: number, maximum: number): number => {
    const given = value(name);
    if (!/^\d{1,9}$/.test(given) || Number(given) < minimum || Number(given) > maximum) {
      faults.push(`${name} is "${given}"; it must be a whole number from ${minimum} to ${maximum}.`);
    }
    return Number(given);
  };

  const host = value("HOST").replace(/^\[|\]$/g, "");
  const access = oneOf("ACCESS", ["open", "off"]);
  if (!isLoopback(host) && access !== "off") {
    faults.push(
      `HOST is "${host}", which others on the network can reach, and no sign-in is set up. ` +
        "Listen on 127.0.0.1 behind a proxy that checks who comes in, or set ACCESS=off to let everyone in.",
    );
  }
  const dataDir = resolve(value("DATA_DIR"));
  const config: Config = {
    host,
    port: whole("PORT", 0, 65_535),
    dataDir,
    databaseFile: databaseFile(value("DATABASE_URL"), dataDir, faults),
    publicUrl: publicUrl(value("PUBLIC_URL"), faults),
    logLevel: oneOf("LOG_LEVEL", logLevels),
    seed: oneOf("SEED", ["demo", "none"]),
    access,
    cacheBytes: whole("CACHE_MB", 1, 65_536) * 1024 * 1024,
  };
  if (faults.length > 0) throw new BadSettings(faults);
  return config;
}

function databaseFile(url: string, dataDir: string, faults: string[]): string {
  if (url === "") return resolve(dataDir, "catalog.db");
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1];
  if (file === undefined) faults.push("DATABASE_URL must be sqlite:FILE.");
  return resolve(file ?? "");
}

function publicUrl(given: string, faults: string[]): string | undefined {
  if (given === "") return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search || url.hash) {
    faults.push(
      `PUBLIC_URL is "${given}"; it must be an http(s) address without a path, as https://catalog.example.com.`,
    );
    return undefined;
  }
  return url.origin;
}

export function helpText(): string {
  const width = Math.max(...settings.map(({ name }) => name.length));
  const lines = settings.map(
    ({ name, fallback, help }) => `  ${name.padEnd(width)}  ${help}${fallback === "" ? "" : ` (default ${fallback})`}`,
  );
  return `Catalog Backoffice: the back end of a catalog tool for online marketplaces.

  npm start             serve
  npx catalog --help    projects, backup, restore, doctor

Settings, through the environment:
${lines.join("\n")}
`;
}
