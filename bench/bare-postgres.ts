/**
 * The yardstick on PostgreSQL: only a Bun server and the driver, with as many connections as the service. GET is the
 * service's own SELECT. PATCH is one UPDATE with a prepared statement, which is on disk before the answer. It writes no
 * history, checks no version and updates no cache.
 */
import postgres from "postgres";

const [, , url = ""] = process.argv;
const bigint = { to: 20, from: [20, 1700], parse: Number, serialize: String };
const connect = (max: number) => postgres(url, { max, fetch_types: false, types: { bigint } });
/** The default of DATABASE_POOL, and the number of connections that reads then share. */
const writes = connect(10);
const reads = connect(3);
const options = { prepare: true };

const read = `select i.key, i.id, i.subcategory_key, i.priority, i.visible, i.name, i.quantity, i.price, i.discount, i.currency,
    i.imgs, i.tags, i.details, i.version, s.id as subcategory_id
  from items i join subcategories s on s.key = i.subcategory_key where i.id = $1`;
const update = `update items set price = $1, version = version + 1 where id = $2
  returning key, id, name, price, details, version`;
const init = { headers: { "content-type": "application/json" } };

let count = 0;
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const id = request.url.slice(request.url.lastIndexOf("/") + 1);
    if (request.method === "GET") {
      const [row] = await reads.unsafe(read, [id], options);
      return new Response(row?.details, init);
    }
    await request.json();
    const [row] = await writes.unsafe(update, [++count / 100, id], options);
    return new Response(row?.details, init);
  },
});
process.stdout.write(`listening on ${server.url.origin}\n`);
