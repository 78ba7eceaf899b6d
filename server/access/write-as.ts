import type { Db, RowTx, Tx } from "../db/db.ts";
import { type Caller, resetAccess } from "./caller.ts";

/** `Db.write` for a caller. Each attempt checks their access again, in its own transaction. */
export const writeAs = <T>(db: Db, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.write((tx) => {
    resetAccess(caller);
    return work(tx);
  });

/** `Db.changeRow` for a caller, likewise. */
export const changeRowAs = <T>(db: Db, caller: Caller, work: (tx: RowTx) => Promise<T>): Promise<T> =>
  db.changeRow((tx) => {
    resetAccess(caller);
    return work(tx);
  });
