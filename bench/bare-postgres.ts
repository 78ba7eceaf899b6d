/**
 * The yardstick on PostgreSQL: a Bun server and the driver, nothing else. PATCH is one UPDATE, or with `transaction` all
 * the statements that a write of the service consists of; GET is the service's own SELECT. The same number of connections.
 */
import postgres from "postgres";

const [, , url = "", kind = "one"] = process.argv;
const bigint = { to: 20, from: [20, 1700], parse: Number, serialize: String };
const connect = (max: number) => postgres(url, { max, fetch_types: true, types: { bigint } });
const singles = connect(3);
const transactions = connect(10);
const options = { prepare: true };

const selection = `i.key, i.id, i.subcategory_key, i.priority, i.visible, i.name, i.quantity, i.price, i.discount,
  i.currency, i.imgs, i.tags, i.details, i.version, s.id as subcategory_id`;
const read = `select ${selection} from items i join subcategories s on s.key = i.subcategory_key where i.id = $1`;
const placed = `select ${selection}, s.category_key, c.project_key from items i
  join subcategories s on s.key = i.subcategory_key join categories c on c.key = s.category_key where i.id = $1`;
const init = { headers: { "content-type": "application/json" } };

async function get(id: string): Promise<Response> {
  const [row] = await singles.unsafe(read, [id], options);
  return new Response(row?.details, init);
}

async function patchInOne(id: string, price: number): Promise<Response> {
  const [row] = await transactions.unsafe(
    "update items set price = $1, version = version + 1 where id = $2 returning key, name, price, details, version",
    [price, id],
    options,
  );
  return new Response(row?.details, init);
}

async function patchInTransaction(id: string, price: number): Promise<Response> {
  const details = await transactions.begin(async (tx) => {
    const locked = tx.unsafe("select key from items where id = $1 for no key update", [id], options).execute();
    const [row] = await tx.unsafe(placed, [id], options);
    await locked;
    const [change] = await tx.unsafe(
      `insert into changes (set_id, project_key, kind, action, entity_key, entity_id, actor, at, previous, before, after)
        values ($1, $2, 'item', 'update', $3, $4, 'bench', $5, $6, $7, $8) returning seq`,
      [id, row?.project_key, row?.key, id, Date.now(), row?.version, "{}", `{"price":${price}}`],
      options,
    );
    const updated = tx
      .unsafe("update items set price = $1, version = $2 where key = $3", [price, change?.seq, row?.key], options)
      .execute();
    await tx.unsafe("insert into touches (scopes) values ($1)", [`items:${row?.subcategory_key}`], options);
    await updated;
    return row?.details;
  });
  return new Response(details, init);
}

const patch = kind === "transaction" ? patchInTransaction : patchInOne;
let count = 0;
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const id = request.url.slice(request.url.lastIndexOf("/") + 1);
    if (request.method === "GET") return get(id);
    await request.json();
    return patch(id, ++count / 100);
  },
});
process.stdout.write(`listening on ${server.url.origin}\n`);
