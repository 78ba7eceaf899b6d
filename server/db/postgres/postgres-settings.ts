/** How to reach a PostgreSQL cluster. */
export type PostgresSettings = {
  /** One host, or several of which one is the primary: postgres://user:password@a:5432,b:5432/catalog */
  url: string;
  replicaUrls: readonly string[];
  /** Transactions at a time. */
  pool: number;
  statementTimeoutMs: number;
  /** Whether a pooler assigns server connections per transaction (pgbouncer): then no session state is used. */
  transactionPooler: boolean;
  timeouts?: Timeouts;
};

/** How long a request waits, in milliseconds, before it fails with 503. */
type Timeouts = {
  /** For a free connection. */
  connection: number;
  /** For a row that another transaction locks. */
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

/** What is wrong with the url, as the end of a sentence; undefined if it is valid. */
export function postgresUrlFault(url: string): string | undefined {
  const parts = partsOf(url);
  if (!parts) return "is not a url like postgres://user:password@host:5432/database";
  const { base, parameters } = parts;
  try {
    decodeURIComponent(base.username + base.password + base.pathname);
  } catch {
    return "has a % that does not encode a character; write a % in a name or a password as %25";
  }
  for (const name of parameters.keys()) {
    if (!knownParameters.has(name)) return `has the unknown parameter "${name}"`;
  }
  const ssl = parameters.get("sslmode");
  if (ssl !== null && !sslModes.has(ssl)) return `has sslmode=${ssl}; use one of ${[...sslModes].join(", ")}`;
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

/** The address without the password, for messages and logs. */
export function shownAddress(url: string): string {
  const { hosts, database, user } = postgresAddress(url);
  return `postgres://${user}@${hosts.map(({ host, port }) => `${host}:${port}`).join(",")}/${database}`;
}

/** `URL` accepts one host only, so the list of hosts is parsed separately. */
function partsOf(url: string) {
  const match = /^postgres(?:ql)?:\/\/(?:([^@/]*)@)?([^@/?]*)([/?].*)?$/.exec(url);
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
