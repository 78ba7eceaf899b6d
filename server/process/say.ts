import { createLog } from "../http/logger.ts";

/** What the service says whatever LOG_LEVEL is: where it listens, and why it ends. */
const always = createLog("info");
/** People at a terminal read words. Programs that collect what the service writes read one JSON object per line. */
const hasReader = process.stderr.isTTY;

/** Ends a start that cannot succeed. */
export function fail(words: string): never {
  if (hasReader) process.stderr.write(`${words}\n`);
  else always.fatal(words);
  process.exit(1);
}

/** Ends the process because of an error that nobody caught: what it was doing is in an unknown state. */
export function failUnexpectedly(err: unknown): never {
  always.fatal({ err }, "the service ended because of an unexpected error");
  process.exit(1);
}

type Running = {
  address: string;
  /** Where the database is. */
  data: string;
  /** The path that creates the first user. */
  firstUser: string | undefined;
};

export function sayRunning({ address, data, firstUser }: Running): void {
  always.info({ address, data }, "listening");
  if (hasReader) {
    process.stderr.write(`
  Catalog Backoffice is running.

  Editor         ${address}/
  API            ${address}/api/projects
  API reference  ${address}/docs
  Data           ${data}
${firstUser ? `\n  First user     ${address}${firstUser}\n                 works once, within 24 hours\n` : ""}
`);
  } else if (firstUser) {
    // On standard error, because the link is a secret and standard output is the log.
    const msg = "this link creates the first user; it works once, within 24 hours";
    process.stderr.write(
      `${JSON.stringify({ time: new Date().toISOString(), firstUser: address + firstUser, msg })}\n`,
    );
  }
}
