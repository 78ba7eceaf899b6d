import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { imageFits, imageFormats, imageWidths } from "../contract/constants.ts";
import { limits } from "../contract/limits.ts";
import { SqliteDb } from "../server/db/sqlite/sqlite.ts";
import { insertKey } from "../server/people/keys.sql.ts";
import { startService } from "../test/support/start-service.ts";
import { random, singleFields } from "./catalog-texts.ts";
import { runEditors } from "./editors-held.ts";
import type { EditorsPlan } from "./editors-load.ts";
import { longGif, photo, pngBombs, variedPng } from "./hostile-pictures.ts";
import { spreadOf } from "./in-turns.ts";
import { peakMb } from "./processes.ts";
import type { Line } from "./report.ts";
import { seedCatalog } from "./seed-catalog.ts";
import { chunked, largestPicture } from "./uploads.ts";

const rounds = 3;
const editors = 100;
/** The bandwidth of all attackers together: a gigabit per second. */
const bandwidthBytesPerMs = 125_000;
const shortestPauseMs = 100;
/** The attackers' address, as a proxy reports it. The editors have another. */
const attacker = "198.51.100.7";
const shape = { items: 50_000, trees: 1, itemsOfBigLeaf: 1_000 };

/**
 * One request of an attacker, and the size of its body. The next one is sent shortly after the answer, within the
 * bandwidth. Thousands of requests per second slow down any single-threaded server, and rate limits are for that. Earlier
 * versions of the service were stopped by far fewer.
 */
type Send = (url: string, signal: AbortSignal, count: number) => Promise<Response>;
type Attack = { name: string; atOnce: number; bytes?: number; send: Send };

/**
 * Requests that an attacker with or without a key sends to stop the service, while editors save. The service requires
 * sign-in, as on a network, and has no rate limits, so the results do not depend on them. Each attack comes from one
 * address, and the editors have another.
 */
export async function hostile(folder: string, say: (words: string) => void): Promise<Line[]> {
  say("hostile: creating a catalog and pictures");
  const catalog = await seedCatalog(join(folder, "hostile"), shape);
  const authorization = `Bearer ${await adminKey(catalog.dataDir)}`;
  const source = random(17);
  const plan: Omit<EditorsPlan, "port"> = {
    paths: Array.from({ length: 2_000 }, () => `/api/items/${source.pick(catalog.itemIds)}`),
    bodies: singleFields(4_096, source),
    editors,
    authorization,
    cadenceMs: 500,
    warmUpMs: 1_500,
    measuredMs: 8_000,
  };
  const small = await photo(400, 300);
  const uploadSmall = (url: string) => upload(url, { authorization }, small);
  const lines: Line[] = [];
  for (const attack of await attacks(authorization, `/api/items/${catalog.itemIds[0]}`)) {
    say(`hostile: ${attack.name}`);
    lines.push(...(await contest(attack, catalog.dataDir, plan, join(folder, "hostile.json"), uploadSmall)));
  }
  rmSync(catalog.dataDir, { recursive: true });
  return lines;
}

async function adminKey(dataDir: string): Promise<string> {
  const db = new SqliteDb(join(dataDir, "catalog.db"));
  const key = { name: "bench", grants: [{ role: "admin" as const }], expiresAt: null, createdBy: "bench" };
  const { secret } = await db.write((tx) => insertKey(tx, key, Date.now()));
  await db.close();
  return secret;
}

async function attacks(authorization: string, anItem: string): Promise<Attack[]> {
  const keys: Record<string, number> = {};
  for (let bytes = 0; bytes < limits.bodyBytes - 32; bytes += 14) keys[`u${bytes.toString(36).padStart(8, "0")}`] = 1;
  const manyKeys = JSON.stringify(keys);
  const stranger = { "x-forwarded-for": attacker };
  const guest = { ...stranger, authorization };
  const json = { "content-type": "application/json" };
  const photos = [await photo(4_000, 3_000), await photo(7_071, 7_071)];
  const broken = [...(await pngBombs()), longGif()];
  const large = await largestPicture();
  const stored = new Map<string, Promise<string[]>>();

  const storedPaths = async (url: string) => {
    const answers = await Promise.all(photos.map((picture) => upload(url, { authorization }, picture)));
    return Promise.all(answers.map(async (answer) => new URL(((await answer.json()) as { url: string }).url).pathname));
  };

  return [
    {
      name: "20 sign-ins at once, each with 4 MB of unknown keys",
      atOnce: 20,
      bytes: manyKeys.length,
      send: (url, signal) =>
        fetch(`${url}/api/session`, { method: "POST", headers: { ...stranger, ...json }, body: manyKeys, signal }),
    },
    {
      name: "20 saves at once, each with 4 MB of unknown keys",
      atOnce: 20,
      bytes: manyKeys.length,
      send: (url, signal) =>
        fetch(url + anItem, { method: "PATCH", headers: { ...guest, ...json }, body: manyKeys, signal }),
    },
    {
      name: "60 requests at once for variants of photos of 12 and 50 megapixels",
      atOnce: 60,
      async send(url, signal, count) {
        if (!stored.has(url)) stored.set(url, storedPaths(url));
        const paths = (await stored.get(url)) ?? [];
        const query = new URLSearchParams({
          w: String(imageWidths[count % imageWidths.length]),
          format: imageFormats[Math.floor(count / 10) % imageFormats.length] ?? "",
          fit: imageFits[Math.floor(count / 30) % imageFits.length] ?? "",
          fx: String((Math.floor(count / 60) % 10) / 10),
          fy: String((Math.floor(count / 600) % 10) / 10),
        });
        return fetch(`${url}${paths[count % paths.length]}?${query}`, { headers: stranger, signal });
      },
    },
    {
      name: "20 requests at once for /metrics",
      atOnce: 20,
      send: (url, signal) => fetch(`${url}/metrics`, { headers: guest, signal }),
    },
    {
      name: "20 searches at once in the texts of all changes",
      atOnce: 20,
      send: (url, signal, count) =>
        fetch(`${url}/api/projects/bench/changes?text=nothing-has-this-${count}`, {
          headers: guest,
          signal,
        }),
    },
    {
      name: "10 uploads at once of pictures that unpack to a gigabyte or never end",
      atOnce: 10,
      bytes: broken.reduce((sum, { size }) => sum + size, 0) / broken.length,
      send: (url, signal, count) => upload(url, guest, broken[count % broken.length] as Blob, signal),
    },
    {
      name: "50 uploads at once of 19 MB that do not tell their length",
      atOnce: 50,
      send(url, signal, count) {
        const { headers, body } = chunked(variedPng(large, count));
        const sent = body.pipeThrough(withinBandwidth());
        return fetch(`${url}/api/upload`, { method: "POST", headers: { ...guest, ...headers }, body: sent, signal });
      },
    },
  ];
}

type Sent = Record<string, string>;

async function upload(url: string, headers: Sent, picture: Blob, signal?: AbortSignal): Promise<Response> {
  const form = new FormData();
  form.append("image", picture, "picture");
  return fetch(`${url}/api/upload`, { method: "POST", headers, body: form, ...(signal && { signal }) });
}

let bandwidthFreeAt = 0;

/** Limits a body to the shared bandwidth. Bandwidth that is unused in a pause is lost. */
function withinBandwidth(): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    async transform(chunk, controller) {
      const now = performance.now();
      bandwidthFreeAt = Math.max(bandwidthFreeAt, now) + chunk.byteLength / bandwidthBytesPerMs;
      await Bun.sleep(bandwidthFreeAt - now);
      controller.enqueue(chunk);
    },
  });
}

/**
 * First the editors alone, then during the attack. They do not take turns, because after-effects of an attack would slow
 * down the editors alone. Both use one service, whose memory counts from its start.
 */
async function contest(
  attack: Attack,
  dataDir: string,
  plan: Omit<EditorsPlan, "port">,
  planFile: string,
  uploadSmall: (url: string) => Promise<Response>,
): Promise<Line[]> {
  const service = await startService({ DATA_DIR: dataDir, ACCESS: "required", RATE_LIMIT: "0", TRUSTED_PROXIES: "1" });
  writeFileSync(planFile, JSON.stringify({ ...plan, port: Number(new URL(service.url).port) } satisfies EditorsPlan));
  const alone: Round[] = [];
  for (let round = 0; round < rounds; round++) alone.push(await measure(planFile, service.url, uploadSmall));
  const beside: Round[] = [];
  const attackers = new Attackers(attack, service.url);
  await attackers.beside(async () => {
    for (let round = 0; round < rounds; round++) beside.push(await measure(planFile, service.url, uploadSmall));
  });
  const memory = peakMb(service.pid);
  await service.stop();
  const quiet = {
    p99: spreadOf(alone.map(({ p99 }) => p99)).median,
    upload: spreadOf(alone.map(({ upload }) => upload)).median,
  };
  return [
    {
      work: attack.name,
      bar: { value: 3, kind: "at most" },
      figure: spreadOf(beside.map(({ p99 }) => p99 / quiet.p99)),
      unit: "times",
      details: `p99 of the editors, against ${quiet.p99.toFixed(1)} ms alone; the attacker got ${attackers.answers()}`,
    },
    {
      work: "  p99 of the editors",
      bar: { value: 100, kind: "at most" },
      figure: spreadOf(beside.map(({ p99 }) => p99)),
      unit: "ms",
      details: "",
    },
    {
      work: "  an upload of a small picture",
      bar: { value: 1_000, kind: "at most" },
      figure: spreadOf(beside.map(({ upload }) => upload)),
      unit: "ms",
      details: `the median of a round; alone ${quiet.upload.toFixed(1)} ms`,
    },
    {
      work: "  memory",
      bar: { value: 500, kind: "at most" },
      figure: spreadOf([memory]),
      unit: "MB",
      details: "resident, the most since the start",
    },
  ];
}

type Round = { p99: number; upload: number };

/** The editors, and one who uploads a small picture repeatedly. */
async function measure(planFile: string, url: string, uploadSmall: (url: string) => Promise<Response>): Promise<Round> {
  let done = false;
  const times: number[] = [];
  const uploading = (async () => {
    while (!done) {
      const started = performance.now();
      const answer = await uploadSmall(url);
      await answer.arrayBuffer();
      if (answer.status !== 201) throw new Error(`The upload of an editor got status ${answer.status}.`);
      times.push(performance.now() - started);
      await Bun.sleep(500);
    }
  })();
  const { errors, p99 } = await runEditors(planFile);
  done = true;
  await uploading;
  if (errors > 0) throw new Error(`${errors} saves of the editors failed.`);
  return { p99, upload: spreadOf(times).median };
}

/** Sends the same attack continuously, and counts the answers. */
class Attackers {
  readonly #attack: Attack;
  readonly #url: string;
  readonly #answers = new Map<string, number>();
  #sent = 0;

  constructor(attack: Attack, url: string) {
    this.#attack = attack;
    this.#url = url;
  }

  async beside(work: () => Promise<void>): Promise<void> {
    const stop = new AbortController();
    const { atOnce, bytes = 0 } = this.#attack;
    const pauseMs = Math.max(shortestPauseMs, (atOnce * bytes) / bandwidthBytesPerMs);
    const attackers = Array.from({ length: atOnce }, async () => {
      await Bun.sleep(Math.random() * pauseMs);
      while (!stop.signal.aborted) {
        const status = await this.#send(stop.signal);
        if (stop.signal.aborted) return;
        this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1);
        await Bun.sleep(pauseMs);
      }
    });
    try {
      await work();
    } finally {
      stop.abort();
      await Promise.all(attackers);
    }
  }

  async #send(signal: AbortSignal): Promise<string> {
    try {
      const answer = await this.#attack.send(this.#url, signal, this.#sent++);
      await answer.arrayBuffer();
      return String(answer.status);
    } catch (error) {
      return (error as Error).name;
    }
  }

  answers(): string {
    return [...this.#answers].map(([status, count]) => `${count} x ${status}`).join(", ") || "no answer";
  }
}
