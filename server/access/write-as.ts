import type { Db, Tx } from "../db/db.ts";
import { askAnew, type Caller } from "./caller.ts";

/** `Db.write` for what a caller asks for: each attempt sees anew what he may do, in its own transaction. */
export const writeAs = <T>(db: Db, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.write((tx) => {
    askAnew(caller);
    return work(tx);
  });
