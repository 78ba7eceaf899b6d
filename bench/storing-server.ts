import { openDatabase } from "../server/db/sqlite/sqlite-file.ts";

/**
 * The minimum cost of a durable write with this database in one thread. The body is parsed, the row is read, its new value
 * and a log entry are written, and all writes of one turn of the event loop are committed together, as in the service.
 * Nothing is validated or merged, no version is checked, and nobody is notified. The difference is the service's own time.
 */
const file = process.argv[2] ?? "";
const database = openDatabase(file);
database.exec("pragma wal_autocheckpoint = 32000");
const checkpoints = new Worker(new URL("../server/db/sqlite/checkpoint-worker.ts", import.meta.url).href);
checkpoints.postMessage(file);

const begin = database.prepare("begin immediate");
const commit = database.prepare("commit");
const itemById = database.prepare<{ key: number; details: Uint8Array; version: number }, [string]>(
  "select key, details, version from items where id = ?",
);
const leafById = database.prepare<{ key: number }, [string]>("select key from subcategories where id = ?");
const countItem = database.prepare("update subcategories set item_count = item_count + 1 where key = ?");
const append = database.prepare(
  `insert into changes (set_id, project_key, kind, action, entity_key, entity_id, actor, at, previous, before, after, from_key, to_key)
    values (?, 1, 'item', ?, ?, ?, 'bench', ?, ?, '{}', ?, null, null)`,
);
const setPrice = database.prepare("update items set price = ?, version = ? where key = ?");
const insertItem = database.prepare(
  `insert into items (key, id, subcategory_key, priority, visible, name, folded, quantity, price, discount, currency, imgs, tags,
      details, version)
    values (?, ?, ?, 0, 1, ?, ?, 0, ?, 0, 'USD', '[]', ?, ?, ?)`,
);

type Body = { name?: string; price?: number; tags?: string[] };
type Job = { method: string; id: string; text: string; resolve(answer: Response): void };
let waiting: Job[] = [];
let count = 0;
const started = Date.now().toString(36);
const init = { headers: { "content-type": "application/json" } };

function update({ id, text }: Job): Uint8Array {
  const row = itemById.get(id);
  if (!row) throw new Error(`There is no item ${id}.`);
  const { price = ++count } = JSON.parse(text) as Body;
  const set = `${started}${count}`;
  const seq = append.run(set, "update", row.key, id, Date.now(), row.version, text).lastInsertRowid;
  setPrice.run(price, seq, row.key);
  return row.details;
}

function create({ id: leafId, text }: Job): Uint8Array {
  const leaf = leafById.get(leafId);
  if (!leaf) throw new Error(`There is no subcategory ${leafId}.`);
  const { name = "", price = 0, tags = [] } = JSON.parse(text) as Body;
  const id = `${started}${String(++count).padStart(9, "0")}`;
  countItem.run(leaf.key);
  const seq = append.run(id, "create", null, id, Date.now(), null, text).lastInsertRowid;
  const details = Buffer.from(text);
  insertItem.run(seq, id, leaf.key, name, name.toLowerCase(), price, JSON.stringify(tags), details, seq);
  return details;
}

function runBatch(): void {
  const jobs = waiting;
  waiting = [];
  begin.run();
  const answers = jobs.map((job) => (job.method === "POST" ? create(job) : update(job)));
  commit.run();
  for (const [index, job] of jobs.entries()) job.resolve(new Response(answers[index] as BodyInit, init));
}

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const text = await request.text();
    const id = new URL(request.url).pathname.split("/")[3] ?? "";
    return new Promise<Response>((resolve) => {
      if (waiting.length === 0) setImmediate(runBatch);
      waiting.push({ method: request.method, id, text, resolve });
    });
  },
});
process.stdout.write(`listening on ${server.url.origin}\n`);
