import { createHash } from "node:crypto";
import type { Config } from "../config/config.ts";
import { collect } from "../images/collect.ts";
import { createImages, diskStore } from "../images/create-images.ts";
import type { ImageStore } from "../images/image-store.ts";
import { S3Store } from "../images/s3-store.ts";
import { type Command, CommandError } from "./command.ts";
import { openCatalog } from "./open-catalog.ts";

const usage = [
  {
    form: "images gc [--dry-run]",
    help: "remove pictures that neither the catalog nor its history uses, or only list them",
  },
  { form: "images copy --to disk|s3", help: "copy all pictures from the store in use to the other one" },
];

export const images: Command = {
  name: "images",
  usage,
  async run({ args, config, say }) {
    const [verb, ...rest] = args;
    if (verb === "gc" && (rest.length === 0 || rest.join() === "--dry-run")) {
      return gc(config, rest.length > 0, say);
    }
    if (verb === "copy" && rest[0] === "--to" && rest.length === 2) return copy(config, rest[1] ?? "", say);
    throw new CommandError(`Usage:\n${usage.map(({ form }) => `  npx catalog ${form}`).join("\n")}`);
  },
};

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

async function gc(config: Config, dryRun: boolean, say: (words: string) => void): Promise<void> {
  const db = await openCatalog(config);
  try {
    const { store } = createImages(config);
    const { pictures, files, bytes, kept } = await collect(db, store, {
      now: Date.now(),
      graceMs: config.imageGraceMs,
      dryRun,
      each: ({ name, size }) => say(`${dryRun ? "would remove" : "removed"} ${name}  ${size} bytes`),
    });
    say(
      `${dryRun ? "Would remove" : "Removed"} ${pictures} pictures (${files} files with their variants, ` +
        `${megabytes(bytes)}) from ${store.location}; ${kept} pictures are still in use or too new.`,
    );
  } finally {
    await db.close();
  }
}

/** Skips pictures that the target has already, so an interrupted copy continues where it stopped. */
async function copy(config: Config, target: string, say: (words: string) => void): Promise<void> {
  const { store: from, inbox } = createImages(config);
  const to = storeNamed(config, target);
  if (to.location === from.location) throw new CommandError(`The pictures are already in ${from.location}.`);
  const counts = { copied: 0, there: 0, bytes: 0 };
  for await (const { name, size } of from.list()) {
    if ((await to.open(name))?.size === size) {
      counts.there++;
      continue;
    }
    const bytes = await from.bytes(name);
    if (!bytes) continue;
    checkContents(name, bytes);
    const file = inbox.newPath();
    try {
      if (await to.prepare(name, bytes, file)) await to.put(name, file);
    } finally {
      await inbox.discard(file);
    }
    counts.copied++;
    counts.bytes += bytes.length;
  }
  say(
    `Copied ${counts.copied} files (${megabytes(counts.bytes)}) from ${from.location} to ${to.location}; ` +
      `${counts.there} were already there.\nThe originals were not removed. To use the copy, set IMAGE_STORE=${target}`,
  );
}

function storeNamed(config: Config, target: string): ImageStore {
  if (target === "disk") return diskStore(config.dataDir);
  if (target === "s3" && config.s3) return new S3Store(config.s3);
  if (target === "s3") throw new CommandError("Set S3_ENDPOINT, S3_BUCKET and the other S3 settings first.");
  throw new CommandError(`There is no store "${target}". Choose disk or s3.`);
}

/** An original is named by the hash of its contents, so damage is found. */
function checkContents(name: string, bytes: Uint8Array): void {
  const [hash, ...rest] = name.split(".");
  if (rest.length > 1 || createHash("sha256").update(bytes).digest("hex") === hash) return;
  throw new CommandError(`${name} is damaged in the store in use: its contents do not match its name.`);
}
