import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Reader } from "../server/db/db.ts";
import { sql } from "../server/db/sql.ts";
import { turn } from "../server/http/turns.ts";
import { startApp, type TestApp } from "./start-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

let names = 0;

/** Commits on another connection. On SQLite within the turn of the event loop in which it is called. */
async function rename(): Promise<string> {
  const name = `Shop ${++names}`;
  if (app.db.engine === "sqlite") {
    using other = new Database(app.db.location, { strict: true });
    other.run("update projects set display_name = ? where id = 'shop'", [name]);
  } else {
    await app.db.write((tx) => tx.run(sql`update projects set display_name = ${name} where id = 'shop'`));
  }
  return name;
}

const nameIn = async (reader: Reader) =>
  (await reader.get<{ name: string }>(sql`select display_name as name from projects where id = 'shop'`))?.name;

describe("a read", () => {
  test("sees what was committed before it began", async () => {
    const name = await rename();
    await turn();
    expect(await app.db.read(nameIn)).toBe(name);
    expect(await nameIn(app.db.single)).toBe(name);
  });

  test("sees one state, whatever is committed between its statements", async () => {
    const before = await rename();
    await turn();
    const seen = await app.db.read(async (reader) => {
      const first = await nameIn(reader);
      await rename();
      return [first, await nameIn(reader)];
    });
    expect(seen).toEqual([before, before]);
  });

  test("sees one state again after it gave others their turn", async () => {
    await rename();
    const [first, second] = await app.db.read(async (reader) => {
      await nameIn(reader);
      await turn();
      const name = await nameIn(reader);
      await rename();
      return [name, await nameIn(reader)];
    });
    expect(second).toBe(first as string);
  });

  test("leaves nothing open: the next one sees what was committed meanwhile", async () => {
    const name = await app.db.read(async (reader) => {
      await nameIn(reader);
      return rename();
    });
    await turn();
    expect(await app.db.read(nameIn)).toBe(name);
  });
});
