import { DatabaseUnavailable, UniqueViolation } from "../db.ts";

/** Another transaction conflicted. The same work may succeed when it runs again. */
export class TransactionConflict extends Error {}

const messages: Record<string, string> = {
  LEFT_BEHIND: "The database that answers was left behind by a failover.",
  OTHER_CLUSTER: "The database that answers belongs to another cluster.",
  "25006": "The database is read-only.",
  "25P03": "The database ended a transaction that waited too long.",
  "25P04": "The database ended a transaction that took too long.",
  "28000": "The database refuses the login of the service.",
  "28P01": "The database refuses the login of the service.",
  "3D000": "The database does not exist.",
  "42501": "The role of the service lacks a right in the database.",
  "42P01": "The tables of the service are missing in the database, or its role may not see them.",
  "53100": "The disk of the database is full.",
  "53200": "The database is out of memory.",
  "53300": "The database has no free connection.",
  "55P03": "Another transaction locks a row that this request needs.",
  "57014": "The database took too long.",
  "57P01": "The database is being stopped.",
  "57P02": "The database has crashed and is starting again.",
  "57P03": "The database is starting.",
  "58030": "The disk of the database failed.",
};

export const messageOf = (code: keyof typeof messages): string => messages[code] ?? code;

/** Classes of SQLSTATE that mean that the database is unavailable. */
const away = new Set(["08", "53", "57", "58"]);

/** Codes of the driver and the system for a connection that failed, and of a server that ends one with a transaction. */
const noConnection = new Set([
  "25P03",
  "25P04",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "ERR_SOCKET_CLOSED",
  "LEFT_BEHIND",
  "OTHER_CLUSTER",
]);

/** What to do about an error in the setup of the database. */
const remedies: Record<string, string> = {
  "28000": "Check DATABASE_URL and pg_hba.conf of the database.",
  "28P01": "Check the user name and the password in DATABASE_URL.",
  "3D000": "Make it first, in UTF-8, with the role of DATABASE_URL as its owner.",
  "42501": "The role of DATABASE_URL has to own the tables, or to have the rights that docs/operations.md grants it.",
};

export const firstCause = (error: Error): Error => (error.cause instanceof Error ? firstCause(error.cause) : error);

const reasonOf = (error: unknown) => (error instanceof DatabaseUnavailable ? firstCause(error) : (error as Error));

/** What the operator has to do; undefined for an error that may pass by itself. */
export const remedyFor = (error: unknown): string | undefined => remedies[sqlState(reasonOf(error)) ?? ""];

/** Why the database cannot be opened, if there is more to say than its own message. */
export function setUpFault(error: unknown): string | undefined {
  const reason = reasonOf(error);
  const remedy = remedyFor(error);
  if (remedy !== undefined) return `${reason.message}. ${remedy}`;
  return reason === error ? undefined : `${(error as Error).message} (${reason.message || sqlState(reason)})`;
}

/** The SQLSTATE of an error, or the code of the system; undefined for an error that is not from the database. */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" && /^[0-9A-Z_]+$/.test(code) ? code : undefined;
}

/** Whether the connection failed, and not the statement. */
export function isConnectionLoss(error: unknown): boolean {
  const code = sqlState(error);
  return code !== undefined && (noConnection.has(code) || code.startsWith("08") || code.startsWith("57P"));
}

/** Translates an error of the engine, by code, into one of `Db`. Returns any other error unchanged. */
export function translated(error: unknown): unknown {
  const code = sqlState(error);
  if (code === undefined || !(error instanceof Error)) return error;
  if (code === "23505") return new UniqueViolation(error.message, { cause: error });
  if (code === "40001" || code === "40P01") return new TransactionConflict(error.message, { cause: error });
  const known = messages[code];
  if (known !== undefined) return new DatabaseUnavailable(known, { cause: error });
  if (noConnection.has(code) || away.has(code.slice(0, 2))) {
    return new DatabaseUnavailable("The database cannot be reached.", { cause: error });
  }
  return error;
}
