import type { Db, RowTx, Tx } from "../db/db.ts";
import { askAnew, type Caller } from "./caller.ts";

/** `Db.write` for a caller: each attempt checks access in its own transaction. */
export const writeAs = <T>(db: Db, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.write((tx) => {
    askAnew(caller);
    return work(tx);
  });

/** The same for `Db.changeRow`. */
export const changeRowAs = <T>(db: Db, caller: Caller, work: (tx: RowTx) => Promise<T>): Promise<T> =>
  db.changeRow((tx) => {
    askAnew(caller);
    return work(tx);
  });
