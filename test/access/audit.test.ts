import { expect, test } from "bun:test";
import { sql } from "../../server/db/sql.ts";
import { prune } from "../../server/log/pruning.ts";
import { retentionJobs } from "../../server/retention.ts";
import { json, password, startAccessApp } from "./access-scenario.ts";

test("changes of users and keys are in the audit log, without secrets", async () => {
  const own = await startAccessApp();
  try {
    const { data: user } = await own.admin.api.createUser({ body: { name: "vera", password, grants: [] } });
    await fetch(`${own.url}/api/session`, json("POST", { name: "vera", password: "a wrong guess" }));
    const vera = await own.person("vera");
    await own.addUser("anna", { role: "admin" });
    await own.admin.api.updateUser({ params: { userId: user.id }, body: { grants: [{ role: "viewer" }] } });
    const { data: key } = await own.admin.api.createKey({ body: { name: "import", grants: [{ role: "viewer" }] } });
    await own.admin.api.revokeKey({ params: { keyId: key.id } });
    await own.admin.api.createProject({ body: { id: "later", displayName: "Later" } });
    await own.admin.api.updateProject({ params: { projectId: "later" }, body: { active: false } });
    await own.admin.api.updateProject({ params: { projectId: "later" }, body: { active: false } });
    await vera.send("/api/session", { method: "DELETE" });
    const { entries } = (await own.admin.api.listAudit()).data;
    expect(entries.map(({ event, subject }) => [event, subject])).toEqual([
      ["sign_out", "vera"],
      ["project_changed", "later"],
      ["project_created", "later"],
      ["key_revoked", `key:${key.id}`],
      ["key_created", `key:${key.id}`],
      ["grants_changed", "vera"],
      ["sign_in", "vera"],
      ["sign_in_failed", "vera"],
      ["user_created", "vera"],
    ]);
    expect(entries[5]?.detail).toEqual({ before: [], after: [{ role: "viewer" }] });
    expect(entries[6]).toMatchObject({ actor: "vera", address: "127.0.0.1", detail: { how: "password" } });
    expect(JSON.stringify(entries)).not.toContain(password);
    expect(JSON.stringify(entries)).not.toContain(key.secret);
    const failed = (await own.admin.api.listAudit({ query: { event: "sign_in_failed" } })).data.entries;
    expect(failed).toHaveLength(1);
    const older = (await own.admin.api.listAudit({ query: { before: entries[7]?.seq ?? 0 } })).data.entries;
    expect(older.map(({ event }) => event)).toEqual(["user_created"]);
    const ofKey = (await own.admin.api.listAudit({ query: { who: `key:${key.id}` } })).data.entries;
    expect(ofKey.map(({ event }) => event)).toEqual(["key_revoked", "key_created"]);
    const both = await own.admin.api.listAudit({ query: { who: "vera", event: "sign_in" } });
    expect(both.data.entries).toHaveLength(1);
    const changes = await own.db.read((reader) => reader.all(sql`select seq from changes`));
    expect(changes).toEqual([]);
  } finally {
    await own.stop();
  }
});

test("audit entries are removed after the configured time", async () => {
  let time = Date.parse("2026-01-01T00:00:00Z");
  const dayMs = 86_400_000;
  const own = await startAccessApp({}, { now: () => time });
  const forever = Number.POSITIVE_INFINITY;
  const keep = { trashMs: 1_000 * dayMs, historyMs: forever, historyBytes: forever };
  const names = async () => (await own.admin.api.listAudit()).data.entries.map(({ subject }) => subject);
  try {
    for (const name of ["first", "second", "third"]) {
      await own.admin.api.createUser({ body: { name, grants: [] } });
      time += 100 * dayMs;
    }
    expect((await prune(own.db, retentionJobs({ ...keep, auditMs: forever }), time)).audit).toBe(0);
    expect((await prune(own.db, retentionJobs({ ...keep, auditMs: 250 * dayMs }), time)).audit).toBe(1);
    expect(await names()).toEqual(["third", "second"]);
    expect((await prune(own.db, retentionJobs({ ...keep, auditMs: 10 * dayMs }), time)).audit).toBe(2);
    expect(await names()).toEqual([]);
  } finally {
    await own.stop();
  }
});
