// Compares pictures with the fastest possible, in one run: bun bench/image-speed.ts
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { render } from "../server/images/variants.ts";
import { type Service, startService } from "../test/support/start-service.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { inTurns, ratios, spreadOf } from "./in-turns.ts";
import { startYardstick } from "./processes.ts";
import { LoadFile, noContent } from "./wrk.ts";

const rounds = 3;
const perRound = 12;
const cores = availableParallelism();
const atOnce = 4 * cores;
const size = { width: 4000, height: 3000 };

sharp.cache(false);
sharp.concurrency(1);

/** A photo of about 2 MB, each with different noise. */
async function photo(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const grain = await sharp({ create: { width: 500, height: 375, channels: 3, background: "#888", noise } })
    .png()
    .toBuffer();
  return sharp(grain).resize(size.width, size.height, { kernel: "cubic" }).jpeg({ quality: 84 }).toBuffer();
}

/** The number per second, with enough at a time that no core waits for the disk. */
async function perSecond(works: readonly (() => Promise<unknown>)[]): Promise<number> {
  const queue = [...works];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let work = queue.shift(); work; work = queue.shift()) await work();
    }),
  );
  return (works.length * 1000) / (performance.now() - started);
}

async function upload(url: string, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append("image", new Blob([new Uint8Array(bytes)]), "photo.jpg");
  const response = await fetch(`${url}/api/upload`, { method: "POST", body: form });
  const { url: stored } = (await response.json()) as { url: string };
  if (response.status !== 201) throw new Error(`The upload got status ${response.status}.`);
  return new URL(stored).pathname;
}

async function ask(address: string): Promise<void> {
  const response = await fetch(address);
  if (response.status !== 200) throw new Error(`${address} got status ${response.status}.`);
  await response.arrayBuffer();
}

type Turn = { ours: number; bare: number };

/** Runs both in turns, with alternating order, after one warm-up of each. */
async function contest(name: string, goal: string, ours: Works, bare: Works): Promise<void> {
  const turns: Turn[] = [];
  for (let round = 0; round <= rounds; round++) {
    const turn: Turn = { ours: 0, bare: 0 };
    const order = round % 2 === 0 ? (["ours", "bare"] as const) : (["bare", "ours"] as const);
    for (const which of order) turn[which] = await perSecond((which === "ours" ? ours : bare)(round));
    if (round > 0) turns.push(turn);
  }
  say(name, goal, turns);
}

type Works = (round: number) => (() => Promise<unknown>)[];

function say(name: string, goal: string, turns: readonly Turn[]): void {
  const ratio = spreadOf(turns.map(({ ours, bare }) => ours / bare));
  const figure = (which: keyof Turn) => spreadOf(turns.map((turn) => turn[which])).median.toFixed(1);
  process.stdout.write(
    `${name.padEnd(46)} ${figure("ours").padStart(8)}/s ${figure("bare").padStart(8)}/s   ratio ${ratio.median.toFixed(2)} ` +
      `(${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)}), goal ${goal}\n`,
  );
}

async function main(): Promise<void> {
  const service = await startService();
  const photos: Buffer[] = [];
  while (photos.length < (rounds + 1) * perRound) photos.push(await photo());
  const of = (round: number) => photos.slice(round * perRound, (round + 1) * perRound);
  const megabytes = (photos[0]?.length ?? 0) / 1e6;
  process.stdout.write(`${cores} cores, photos of ${size.width} x ${size.height}, ${megabytes.toFixed(1)} MB\n`);

  const stored: string[][] = [];
  await contest(
    "upload, against only decoding with sharp",
    "0.8",
    (round) =>
      of(round).map((bytes) => async () => {
        stored[round] = [...(stored[round] ?? []), await upload(service.url, bytes)];
      }),
    (round) => of(round).map((bytes) => () => sharp(bytes).raw().toBuffer()),
  );

  const variant = { width: 640, format: "webp", fit: "width", fx: 5, fy: 5 } as const;
  await contest(
    "first variant, against only sharp",
    "none",
    (round) => (stored[round] ?? []).map((path) => () => ask(`${service.url}${path}?w=640&format=webp`)),
    (round) => of(round).map((bytes) => () => render(bytes, variant, { ...size, frames: 1 })),
  );

  await serving(service, stored[0]?.[0] ?? "", photos);
  await service.stop();
}

/** With wrk, which reads from 64 connections and ignores the contents. */
async function serving(service: Service, path: string, photos: readonly Buffer[]) {
  const folder = temporaryFolder();
  const file = join(folder, "photo.jpg");
  writeFileSync(file, photos[0] ?? "");
  const bare = await startYardstick("bare-file-server.ts", file);
  const load = new LoadFile(join(folder, "load"), { method: "GET", paths: [path], contents: noContent });
  const effort = { rounds, seconds: 2, warmUpSeconds: 1 };
  const [ours = [], theirs = []] = await inTurns(
    [
      { server: service, load },
      { server: bare, load },
    ],
    effort,
  );
  const turns = ratios(ours, theirs).map((_, round) => ({
    ours: ours[round]?.perSecond ?? 0,
    bare: theirs[round]?.perSecond ?? 1,
  }));
  say("a stored picture, against a bare Bun.file server", "0.9", turns);
  await bare.stop();
}

await main();
