import { expect } from "bun:test";
import postgres, { type Sql } from "postgres";
import { type CatalogClient, createClient } from "../../contract/client.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { leaseMs } from "../../server/log/leases.sql.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { type Service, startService } from "../support/start-service.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";
import { untilSomeoneWaits } from "./lock-waits.ts";
import { whileLocked } from "./locked-item.ts";

/** A node that is killed in the middle of its work, with the subcategory `leaf`, and the node that goes on with it. */
export class KilledNode {
  readonly url: string;
  readonly api: CatalogClient;
  readonly outside: Sql;
  readonly #service: Service;
  readonly #database: FreshDatabase;
  #other: TestApp | undefined;

  private constructor(service: Service, database: FreshDatabase) {
    this.#service = service;
    this.#database = database;
    this.url = service.url;
    this.api = createClient(service.url);
    this.outside = postgres(database.url, { max: 2, onnotice: () => {} });
  }

  static async start(): Promise<KilledNode> {
    const database = await freshDatabase();
    const service = await startService({ DATABASE_URL: database.url, LOG_LEVEL: "silent" });
    const node = new KilledNode(service, database);
    const { data: category } = await node.api.createCategory({ params: { projectId: "shop" }, body: { name: "C" } });
    await node.api.createSubcategory({ params: { categoryId: category.id }, body: { id: "leaf", name: "Leaf" } });
    return node;
  }

  /** Locks the items that a condition names, and kills the node when the work that begins waits for them. */
  killedAt<T>(condition: string, value: string, begin: () => Promise<T>): Promise<T> {
    return whileLocked(this.outside, condition, value, async () => {
      const begun = await begin();
      await untilSomeoneWaits(this.#database.url);
      await this.#service.stop("SIGKILL");
      return begun;
    });
  }

  /**
   * Starts another node, which goes on until `isOver`. Its clock stands still, so the lease of the killed one runs out
   * when the test says so. `ask` begins requests to it before.
   */
  async goesOn<T>(
    ask: (other: TestApp) => T,
    isOver: (other: TestApp) => Promise<boolean>,
  ): Promise<{ other: TestApp; asked: T }> {
    const clock = new TestClock();
    const db = await PostgresDb.open(settingsFor(this.#database.url));
    const other = await startApp({}, { clock, database: { db, remove: async () => {} } });
    this.#other = other;
    const asked = ask(other);
    await until(async () => {
      clock.pass(250);
      return isOver(other);
    }, "the other node ends the work");
    expect(clock.elapsed()).toBeGreaterThanOrEqual(leaseMs);
    return { other, asked };
  }

  async stop(): Promise<void> {
    await this.outside.end();
    await this.#service.stop("SIGKILL");
    await this.#other?.stop();
    await this.#database.drop();
  }
}
