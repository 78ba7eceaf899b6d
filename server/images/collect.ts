import type { Db } from "../db/db.ts";
import type { Log } from "../http/logger.ts";
import type { Images } from "./create-images.ts";
import type { ImageStore, StoredImage } from "./image-store.ts";
import { lastChange, removeReferenced, removeReferencedSince } from "./references.sql.ts";

export type Collected = { pictures: number; files: number; bytes: number; kept: number };

type Collecting = { now: number; graceMs: number; dryRun?: boolean; each?: (file: StoredImage) => void };

/** A transaction that was open while the log was read can add changes with numbers this far back. */
const openChanges = 10_000;
const firstRunMs = 10 * 60 * 1000;
const pauseMs = 24 * 60 * 60 * 1000;

/**
 * Removes pictures, with their variants, that were uploaded longer than `graceMs` ago and that nothing refers to: no
 * item, no category, nothing in the trash, no entry of the history. The grace period is for editors that have uploaded
 * a picture and not yet saved its address.
 */
export async function collect(
  db: Db,
  store: ImageStore,
  { now, graceMs, dryRun = false, each = () => {} }: Collecting,
): Promise<Collected> {
  const before = now - graceMs;
  const files = new Map<string, StoredImage[]>();
  for await (const file of store.list()) {
    const hash = /^([0-9a-f]{64})\./.exec(file.name)?.[1];
    if (hash === undefined) continue;
    files.set(hash, [...(files.get(hash) ?? []), file]);
  }
  const unused = new Set<string>();
  for (const [hash, list] of files) {
    const original = list.find(({ name }) => isOriginal(name));
    const age = original?.modifiedAt ?? Math.max(...list.map(({ modifiedAt }) => modifiedAt));
    if (age < before) unused.add(hash);
  }
  const seen = await lastChange(db);
  if (unused.size > 0) await removeReferenced(db, unused);
  if (unused.size > 0) await removeReferencedSince(db, Math.max(0, seen - openChanges), unused);

  const result: Collected = { pictures: 0, files: 0, bytes: 0, kept: files.size - unused.size };
  for (const hash of unused) {
    // The original comes first: if it was uploaded again just now, its variants stay too.
    const list = (files.get(hash) ?? []).sort((a, b) => Number(isOriginal(b.name)) - Number(isOriginal(a.name)));
    let removed = 0;
    for (const file of list) {
      const putBefore = isOriginal(file.name) ? before : Number.POSITIVE_INFINITY;
      if (!dryRun && !(await store.remove(file.name, putBefore))) break;
      each(file);
      removed++;
      result.bytes += file.size;
    }
    if (removed > 0) result.pictures++;
    else result.kept++;
    result.files += removed;
  }
  return result;
}

const isOriginal = (name: string) => name.indexOf(".") === name.lastIndexOf(".");

/** Collects once a day in the background. Returns a function that stops it. */
export function collectDaily(db: Db, { store }: Pick<Images, "store">, graceMs: number, log: Log): () => void {
  const run = async () => {
    try {
      const { pictures, bytes } = await collect(db, store, { now: Date.now(), graceMs });
      if (pictures > 0) log.info({ pictures, bytes }, "removed unused pictures");
    } catch (error) {
      log.error({ err: error }, "could not remove unused pictures");
    }
  };
  let timer = setTimeout(function again() {
    void run();
    timer = setTimeout(again, pauseMs);
  }, firstRunMs);
  return () => clearTimeout(timer);
}
