import { totalmem } from "node:os";
import { resolve } from "node:path";
import { type PostgresSettings, postgresUrlFault } from "../db/postgres/postgres-settings.ts";
import type { ImageSettings } from "../images/image-settings.ts";
import type { IncomingBounds } from "../imports/incoming-bytes.ts";
import type { Retention } from "../retention.ts";
import type { SealingSettings } from "../sealing/sealing-at-start.ts";
import type { AccessSettings } from "../sign-in/access-settings.ts";
import type { WebhookSettings } from "../webhooks/webhooks.rules.ts";
import { accessSettings, readAccess } from "./access-config.ts";
import { imageSettings, readImages } from "./image-config.ts";
import { importSettings, readImports } from "./import-config.ts";
import { readRetention, retentionSettings } from "./retention-config.ts";
import { readSealing, sealingSettings } from "./sealing-config.ts";
import { readWebhooks, webhookSettings } from "./webhook-config.ts";

export type Config = AccessSettings &
  ImageSettings & {
    host: string;
    port: number;
    /** After SIGTERM, the time in which load balancers can notice that the service is about to stop. */
    stopDelayMs: number;
    dataDir: string;
    databaseFile: string;
    /** Set if DATABASE_URL names a PostgreSQL cluster. `databaseFile` is not used then. */
    postgres: PostgresSettings | undefined;
    logLevel: LogLevel;
    seed: "demo" | "none";
    cacheBytes: number;
    webhooks: WebhookSettings;
    retention: Retention;
    incoming: IncomingBounds;
    sealing: SealingSettings;
  };

const logLevels = ["fatal", "error", "warn", "info", "debug", "silent"] as const;
type LogLevel = (typeof logLevels)[number];

type Setting = { name: string; fallback: string; help: string };

/** An eighth of the memory of the machine or the container. */
function cacheMb(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.max(16, Math.min(192, Math.floor(bytes / 8 / 1024 / 1024)));
}

/** Every setting, in the order in which `--help` shows them. */
export const settings: readonly Setting[] = [
  {
    name: "HOST",
    fallback: "127.0.0.1",
    help: "address to listen on; on an address other than loopback, people have to sign in",
  },
  { name: "PORT", fallback: "8080", help: "port to listen on; 0: any free port" },
  {
    name: "STOP_DELAY",
    fallback: "8",
    help: "seconds after SIGTERM in which only /readyz fails, so that load balancers turn away; none if nothing asks /readyz",
  },
  {
    name: "DATA_DIR",
    fallback: "./data",
    help: "folder for the database, the pictures and the search indexes; created if missing",
  },
  {
    name: "DATABASE_URL",
    fallback: "",
    help: "sqlite:FILE for a file other than DATA_DIR/catalog.db; postgres://user:password@host/database for many nodes",
  },
  { name: "DATABASE_REPLICA_URLS", fallback: "", help: "PostgreSQL replicas for reads, separated by spaces" },
  {
    name: "DATABASE_POOL",
    fallback: "10",
    help: "PostgreSQL: number of transactions that this node runs at the same time",
  },
  { name: "DATABASE_STATEMENT_TIMEOUT", fallback: "30", help: "PostgreSQL: time limit of one statement, in seconds" },
  {
    name: "DATABASE_POOLER",
    fallback: "none",
    help: "PostgreSQL: transaction, if connections go through pgbouncer or another pooler that pools by transaction",
  },
  ...sealingSettings,
  {
    name: "PUBLIC_URL",
    fallback: "",
    help: "address at which clients reach the service, such as https://catalog.example.com",
  },
  { name: "LOG_LEVEL", fallback: "info", help: `${logLevels.join(", ")}; debug shows every request` },
  {
    name: "SEED",
    fallback: "demo",
    help: "demo: a first start on an empty database creates a demo catalog; none: it stays empty",
  },
  ...accessSettings,
  ...webhookSettings,
  ...imageSettings,
  ...importSettings,
  ...retentionSettings,
  {
    name: "CACHE_MB",
    fallback: String(cacheMb()),
    help: "memory for caches, in megabytes; by default an eighth of the machine's or container's memory, at most 192",
  },
];

/** Everything that is wrong with the environment. */
export class BadSettings extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

/** The only function that reads the environment. */
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
  const postgresSettings = (): PostgresSettings | undefined => {
    const url = value("DATABASE_URL");
    const replicaUrls = value("DATABASE_REPLICA_URLS").split(/\s+/).filter(Boolean);
    const settings = {
      url,
      replicaUrls,
      pool: whole("DATABASE_POOL", 1, 1_000),
      statementTimeoutMs: whole("DATABASE_STATEMENT_TIMEOUT", 1, 3_600) * 1_000,
      transactionPooler: oneOf("DATABASE_POOLER", ["none", "transaction"]) === "transaction",
    };
    if (!isPostgresUrl(url)) {
      if (replicaUrls.length > 0)
        faults.push("DATABASE_REPLICA_URLS is set, but DATABASE_URL does not name a PostgreSQL database.");
      return undefined;
    }
    const checked = [["DATABASE_URL", url], ...replicaUrls.map((replica) => ["DATABASE_REPLICA_URLS", replica])];
    for (const [name, given = ""] of checked) {
      const fault = postgresUrlFault(given);
      if (fault !== undefined) faults.push(`${name} ${fault}.`);
    }
    return settings;
  };
  const dataDir = resolve(value("DATA_DIR"));
  const file = databaseFile("DATABASE_URL", value("DATABASE_URL"), dataDir, faults);
  const config: Config = {
    host,
    port: whole("PORT", 0, 65_535),
    stopDelayMs: whole("STOP_DELAY", 0, 3_600) * 1_000,
    dataDir,
    databaseFile: file,
    postgres: postgresSettings(),
    sealing: readSealing({ value, faults }, { databaseFile: file, isPostgres: isPostgresUrl(value("DATABASE_URL")) }),
    ...readAccess({ value, oneOf, whole, faults }, { host, publicUrl: publicUrl(value("PUBLIC_URL"), faults) }),
    ...readImages({ value, oneOf, whole, faults }),
    webhooks: readWebhooks({ value, whole, faults }),
    retention: readRetention({ whole, faults }),
    incoming: readImports({ whole, faults }),
    logLevel: oneOf("LOG_LEVEL", logLevels),
    seed: oneOf("SEED", ["demo", "none"]),
    cacheBytes: whole("CACHE_MB", 1, 65_536) * 1024 * 1024,
  };
  if (faults.length > 0) throw new BadSettings(faults);
  return config;
}

/** A database other than that of DATABASE_URL, for a command that names one. */
export function databaseAt(
  name: string,
  url: string,
  config: Config,
  faults: string[],
): Pick<Config, "databaseFile" | "postgres"> {
  if (!isPostgresUrl(url))
    return { databaseFile: databaseFile(name, url, config.dataDir, faults), postgres: undefined };
  const fault = postgresUrlFault(url);
  if (fault !== undefined) faults.push(`${name} ${fault}.`);
  const { databaseFile: unused, postgres } = config;
  const limits = postgres ?? { pool: 4, statementTimeoutMs: 30_000, transactionPooler: false };
  return { databaseFile: unused, postgres: { ...limits, url, replicaUrls: [] } };
}

const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/.test(url);

function databaseFile(name: string, url: string, dataDir: string, faults: string[]): string {
  if (url === "" || isPostgresUrl(url)) return resolve(dataDir, "catalog.db");
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1];
  if (file === undefined) faults.push(`${name} must be sqlite:FILE or postgres://user:password@host/database.`);
  return resolve(file ?? "");
}

function publicUrl(given: string, faults: string[]): string | undefined {
  if (given === "") return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search || url.hash) {
    faults.push(
      `PUBLIC_URL is "${given}"; it must be an http(s) address without a path, such as https://catalog.example.com.`,
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
  return `Catalog Backoffice: the back office for the catalog of an online marketplace.

  npm start             starts the service; npm start -- --version says which
  npx catalog --help    lists the commands: projects, users, keys, backup, restore, doctor and more

Settings, as environment variables:
${lines.join("\n")}
`;
}
