import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { startListening } from "../support/listening-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/**
 * Keeps the databases of a version of this program, for the test that upgrades them (docs/testing.md):
 *
 *   git worktree add ../old COMMIT && npm ci --prefix ../old
 *   bun test/kept/keep.ts ../old NAME postgres://USER:PASSWORD@HOST/EMPTY_DATABASE
 *
 * It needs a pg_dump of the version of that server, and tar.
 */
const [checkout = "", name = "", databaseUrl = ""] = process.argv.slice(2);
if (databaseUrl === "") {
  process.stderr.write("Usage: bun test/kept/keep.ts CHECKOUT NAME DATABASE_URL\n");
  process.exit(2);
}
const program = (file: string) => resolve(checkout, "server", file);
const kept = temporaryFolder();
const dataDir = join(kept, "data");
mkdirSync(dataDir);

function run(command: string[], environment: Record<string, string> = {}): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, {
    cwd: checkout,
    env: { ...process.env, ...environment },
  });
  if (exitCode !== 0) throw new Error(`${command.join(" ")} ended with ${exitCode}: ${stderr}`);
  return stdout.toString();
}

/** What a catalog has beside the demo: an edited, a deleted and a commented item, a picture, and somebody with rights. */
async function use(url: string): Promise<void> {
  const send = async (method: string, path: string, body?: object): Promise<Record<string, never>> => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(url + path, { method, ...(body && { headers, body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? {} : ((await answer.json()) as Record<string, never>);
  };
  const [project] = (await send("GET", "/api/projects")) as unknown as { id: string }[];
  const { id: categoryId } = await send("POST", `/api/projects/${project?.id}/categories`, { name: "Kept" });
  await send("POST", `/api/categories/${categoryId}/subcategories`, { id: "kept", name: "Kept" });
  const { id: deleted } = await send("POST", "/api/subcategories/kept/items", { name: "Deleted" });
  const { id: item } = await send("POST", "/api/subcategories/kept/items", { name: "First name", price: 10 });
  const form = new FormData();
  const picture = await sharp({ create: { width: 32, height: 32, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  form.append("image", new Blob([picture]), "kept.png");
  const uploaded = (await (await fetch(`${url}/api/upload`, { method: "POST", body: form })).json()) as { url: string };
  const { pathname } = new URL(uploaded.url);
  await send("PATCH", `/api/items/${item}`, {
    name: "Second name",
    imgs: [pathname],
    translations: { ru: { name: "Имя" } },
  });
  await send("POST", `/api/items/${item}/comments`, { text: "A comment" });
  await send("DELETE", `/api/items/${deleted}`);
}

async function fill(settings: Record<string, string>): Promise<void> {
  const environment = { DATA_DIR: dataDir, SEED: "demo", SECRETS_KEY: "", ...settings };
  const service = await startListening({
    name: "The old service",
    command: [process.execPath, program("main.ts")],
    environment: { PORT: "0", ...environment },
    address: /(http:\/\/127\.0\.0\.1:\d+)/,
  });
  await use(service.url);
  await service.stop();
  run([process.execPath, program("cli.ts"), "users", "add", "keeper", "--role", "admin"], environment);
  run([process.execPath, program("cli.ts"), "keys", "add", "reader", "--role", "viewer"], environment);
}

await fill({ DATABASE_URL: databaseUrl });
writeFileSync(join(kept, "dump.sql"), run(["pg_dump", "--inserts", "--no-owner", "--no-privileges", databaseUrl]));
await fill({ DATABASE_URL: `sqlite:${join(dataDir, "catalog.db")}` });
// Of the pictures only those that were uploaded: the demo draws its own again.
const images = join(dataDir, "images");
for (const shard of readdirSync(images)) {
  const folder = join(images, shard);
  if (!readdirSync(folder).some((file) => file.endsWith(".png"))) rmSync(folder, { recursive: true });
}
for (const folder of ["search", "imports"]) rmSync(join(dataDir, folder), { recursive: true, force: true });
if (existsSync(join(dataDir, "catalog.db-wal"))) throw new Error("The old service did not close its database.");
const archive = new URL(`./${name}.tar.gz`, import.meta.url).pathname;
run([
  "tar",
  "--create",
  "--gzip",
  "--sort=name",
  "--owner=0",
  "--group=0",
  `--file=${archive}`,
  "-C",
  kept,
  "data",
  "dump.sql",
]);
process.stdout.write(`${archive}\n`);
