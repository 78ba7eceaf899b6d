/** How to reach a PostgreSQL cluster. */
export type PostgresSettings = {
  /** One url, or several hosts of which one is the primary: postgres://user:password@a:5432,b:5432/catalog */
  url: string;
  replicaUrls: readonly string[];
  /** Transactions at a time. */
  pool: number;
  statementTimeoutMs: number;
  /** A pooler that gives a server connection for one transaction only (pgbouncer): nothing may outlive one. */
  transactionPooler: boolean;
  patience?: Patience;
};

/** How long a request waits, in milliseconds, before it is told to come back. */
type Patience = {
  /** For a connection, where all are in use. */
  connection: number;
  /** For a row that someone else holds. */
  lock: number;
};

export type PostgresHost = { host: string; port: number };

export type PostgresAddress = {
  hosts: PostgresHost[];
  user: string;
  password: string;
  database: string;
  ssl: "require" | "prefer" | "verify-full" | false;
};

const sslModes = new Set(["disable", "prefer", "require", "verify-full"]);
const knownParameters = new Set(["sslmode", "target_session_attrs", "host"]);

/** What is wrong with the url, in words; nothing if it is fine. */
export function postgresUrlFault(url: string): string | undefined {
  const parts = partsOf(url);
  if (!parts) return "is not a url as postgres://user:password@host:5432/database";
  const { base, parameters } = parts;
  try {
    decodeURIComponent(base.username + base.password + base.pathname);
  } catch {
    return "has a % in it that stands for no character; a % of a name or a password is written as %25";
  }
  for (const name of parameters.keys()) {
    if (!knownParameters.has(name)) return `has the parameter "${name}", which is not known`;
  }
  const ssl = parameters.get("sslmode");
  if (ssl !== null && !sslModes.has(ssl)) return `has sslmode=${ssl}; known are ${[...sslModes].join(", ")}`;
  const attributes = parameters.get("target_session_attrs");
  if (attributes !== null && attributes !== "read-write" && attributes !== "primary") {
    return `has target_session_attrs=${attributes}; the service needs read-write`;
  }
  return undefined;
}

export function postgresAddress(url: string): PostgresAddress {
  const parts = partsOf(url);
  if (!parts) throw new Error("The url was not checked.");
  const { hosts, base, parameters } = parts;
  const socketFolder = parameters.get("host");
  const sslmode = parameters.get("sslmode") ?? "disable";
  const user = decodeURIComponent(base.username) || "postgres";
  return {
    hosts: socketFolder ? [{ host: socketFolder, port: hosts[0]?.port ?? 5432 }] : hosts,
    user,
    password: decodeURIComponent(base.password),
    database: decodeURIComponent(base.pathname.slice(1)) || user,
    ssl: sslmode === "disable" ? false : (sslmode as "require"),
  };
}

/** For people and logs: without the password. */
export function shownAddress(url: string): string {
  const { hosts, database, user } = postgresAddress(url);
  return `postgres://${user}@${hosts.map(({ host, port }) => `${host}:${port}`).join(",")}/${database}`;
}

/** `URL` knows one host only; the list is taken out before it looks. */
function partsOf(url: string) {
  const match = /^postgres(?:ql)?:\/\/(?:([^@/]*)@)?([^/?]*)(.*)$/.exec(url);
  if (!match) return undefined;
  const [, credentials, list = "", rest = ""] = match;
  const hosts: PostgresHost[] = [];
  for (const entry of list.split(",")) {
    const found = /^(\[[0-9a-fA-F:]+\]|[^:[\]]*)(?::(\d{1,5}))?$/.exec(entry.trim());
    if (!found) return undefined;
    hosts.push({ host: found[1]?.replace(/^\[|\]$/g, "") || "localhost", port: Number(found[2] ?? 5432) });
  }
  const single = `postgres://${credentials === undefined ? "" : `${credentials}@`}host${rest}`;
  if (!URL.canParse(single)) return undefined;
  const base = new URL(single);
  return { hosts, base, parameters: base.searchParams };
}
