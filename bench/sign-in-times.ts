import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SqliteDb } from "../server/db/sqlite/sqlite.ts";
import { hashPassword } from "../server/people/passwords.ts";
import { insertUser, updateUserColumns } from "../server/people/users.sql.ts";
import { startService } from "../test/support/start-service.ts";
import { spreadOf } from "./in-turns.ts";
import type { Line } from "./report.ts";

const password = "a long password of nobody";

/** Whether the time of a refusal reveals which accounts exist: compares unknown names with wrong passwords. */
export async function signIn(folder: string, rounds: number): Promise<Line[]> {
  const dataDir = join(folder, "sign-in");
  mkdirSync(dataDir);
  const db = new SqliteDb(join(dataDir, "catalog.db"));
  const passwordHash = await hashPassword(password);
  await db.write(async (tx) => {
    for (let round = 0; round <= rounds; round++) {
      const user = { providerSubject: null, passwordHash, grants: [{ role: "admin" as const }] };
      await insertUser(tx, { ...user, name: `known-${round}`, displayName: "Known" }, Date.now());
      const closed = await insertUser(tx, { ...user, name: `closed-${round}`, displayName: "Closed" }, Date.now());
      await updateUserColumns(tx, closed.key, { active: 0 });
    }
  });
  await db.close();
  // Each request comes from another address, because guesses from one address would have to wait.
  const service = await startService({ DATA_DIR: dataDir, ACCESS: "required", TRUSTED_PROXIES: "1" });
  let addresses = 0;
  const refusal = async (name: string, given: string) => {
    const started = performance.now();
    const answer = await fetch(`${service.url}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `198.51.100.${++addresses}` },
      body: JSON.stringify({ name, password: given }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 401) throw new Error(`A sign-in that must be refused got status ${answer.status}.`);
    return performance.now() - started;
  };
  const noAccount: number[] = [];
  const closedAccount: number[] = [];
  const wrongPassword: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const wrong = await refusal(`known-${round}`, "not the password");
    const unknown = await refusal(`nobody-${round}`, password);
    const closed = await refusal(`closed-${round}`, password);
    // The first one creates the hash that unknown names are compared with.
    if (round === 0) continue;
    wrongPassword.push(wrong);
    noAccount.push(unknown / wrong);
    closedAccount.push(closed / wrong);
  }
  await service.stop();
  rmSync(dataDir, { recursive: true });
  const line = (work: string, values: number[]): Line => ({
    work,
    bar: { value: 1 / 3, kind: "at least" },
    figure: spreadOf(values),
    unit: "x",
    details: `of the time of a wrong password, ${Math.round(spreadOf(wrongPassword).median)} ms; median of ${rounds}`,
  });
  return [line("refusing an unknown name", noAccount), line("refusing a closed account", closedAccount)];
}
