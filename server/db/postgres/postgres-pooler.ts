import { connectSeconds, type PostgresConnection } from "./postgres-connection.ts";

/** The wrong setting for a pooler, in words that name the right one. */
const poolsByTransaction =
  "A pooler in front of the database gives each transaction another connection, where prepared statements, settings of " +
  "a session and LISTEN do not work. Set DATABASE_POOLER=transaction, or let the pooler pool by session.";

/** Other clients of a pooler may take connections in between. */
const rounds = 4;

/** Refuses a pooler that pools by transaction: there, two connections meet the same process of the server. */
export async function refuseTransactionPooler(open: () => PostgresConnection): Promise<void> {
  const both = [open(), open()];
  const close = () => {
    for (const connection of both) connection.close();
  };
  // A pooler answers at once, and then waits for its server, for two minutes by default.
  const patience = setTimeout(close, connectSeconds * 1_000);
  const owners = new Map<number, PostgresConnection>();
  try {
    for (let round = 0; round < rounds; round++) {
      for (const connection of both) {
        const [row] = await connection.script("select pg_backend_pid() as process");
        const { process = 0 } = row ?? {};
        const owner = owners.get(process) ?? connection;
        owners.set(process, owner);
        if (owner !== connection || owners.size > both.length) throw new Error(poolsByTransaction);
      }
    }
  } finally {
    clearTimeout(patience);
    close();
  }
}
