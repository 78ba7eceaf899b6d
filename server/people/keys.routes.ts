import { allowAdmin, allowAdminIn } from "../access/allow.ts";
import { writeAs } from "../access/write-as.ts";
import { type Route, route } from "../api/route.ts";
import type { Db } from "../db/db.ts";
import { invalid } from "../http/problem.ts";
import { appendAudit, auditEntries } from "./audit.sql.ts";
import { changeGrants } from "./change-grants.ts";
import { allKeys, deleteKey, insertKey, keyById, makerOf, shownKey, updateKeyColumns } from "./keys.sql.ts";

const auditPageSize = 100;

/** API keys, and the audit log of users and keys. */
export function keyRoutes({ db, now }: { db: Db; now: () => number }): Route[] {
  function expiry(given: string | null | undefined): number | null {
    if (given == null) return null;
    const at = Date.parse(given);
    if (at <= now()) {
      throw invalid("invalid_body", [
        { pointer: "/expiresAt", code: "out_of_range", message: "must be in the future" },
      ]);
    }
    return at;
  }

  return [
    route("listKeys", ({ caller }) => {
      allowAdmin(caller);
      return db.read(async (reader) => {
        const keys = [];
        for (const row of await allKeys(reader)) keys.push(await shownKey(reader, row));
        return { body: JSON.stringify(keys) };
      });
    }),
    route("createKey", ({ body, caller }) => {
      const { actor, address } = caller;
      return writeAs(db, caller, async (tx) => {
        await allowAdminIn(tx, caller);
        const expiresAt = expiry(body.expiresAt);
        const { row, secret } = await insertKey(
          tx,
          { name: body.name, grants: body.grants, expiresAt, createdBy: await makerOf(tx, caller) },
          now(),
        );
        const detail = { name: row.name, grants: body.grants };
        await appendAudit(tx, { event: "key_created", actor, subject: `key:${row.id}`, address, detail }, now());
        const key = { ...(await shownKey(tx, row)), secret };
        return { body: JSON.stringify(key), headers: { "cache-control": "no-store" } };
      });
    }),
    route("updateKey", ({ params, body, caller }) => {
      const { actor, address } = caller;
      return writeAs(db, caller, async (tx) => {
        await allowAdminIn(tx, caller);
        const row = await keyById(tx, params.keyId);
        const columns = {
          ...(body.name === undefined ? {} : { name: body.name }),
          ...(body.expiresAt === undefined ? {} : { expires_at: expiry(body.expiresAt) }),
        };
        const base = { actor, subject: `key:${row.id}`, address };
        if (Object.keys(columns).length > 0) {
          await updateKeyColumns(tx, row.key, columns);
          await appendAudit(tx, { event: "key_changed", ...base, detail: { fields: Object.keys(columns) } }, now());
        }
        const { grants } = body;
        if (grants) await changeGrants(tx, { kind: "key", key: row.key, to: () => grants, who: base, at: now() });
        return { body: JSON.stringify(await shownKey(tx, await keyById(tx, row.id))) };
      });
    }),
    route("revokeKey", ({ params, caller }) => {
      const { actor, address } = caller;
      return writeAs(db, caller, async (tx) => {
        await allowAdminIn(tx, caller);
        const row = await keyById(tx, params.keyId);
        await deleteKey(tx, row);
        const detail = { name: row.name };
        await appendAudit(tx, { event: "key_revoked", actor, subject: `key:${row.id}`, address, detail }, now());
        return undefined;
      });
    }),
    route("listAudit", ({ query, caller }) => {
      allowAdmin(caller);
      return db.read(async (reader) => {
        const entries = await auditEntries(reader, { ...query, limit: auditPageSize + 1 });
        const page = entries.slice(0, auditPageSize);
        const next = entries.length > auditPageSize ? (page.at(-1)?.seq ?? null) : null;
        return { body: JSON.stringify({ entries: page, next }) };
      });
    }),
  ];
}
