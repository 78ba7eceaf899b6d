import { mkdirSync } from "node:fs";
import { rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Db } from "../db/db.ts";
import { newId } from "../http/ids.ts";
import type { Log } from "../http/logger.ts";
import type { ImageStore } from "./image-store.ts";
import { removeLeftBehind } from "./left-behind.ts";
import { forgetStore, forgetStoresBefore, isNoted, noteStore, storesSince } from "./picture-stores.sql.ts";

const everyMs = 60_000;
/** A node that was not seen for so long does not run. */
const aliveMs = 3 * everyMs;
const keptMs = 24 * 60 * 60 * 1000;
const onDisk = "disk";

type Store = Pick<ImageStore, "location" | "isShared">;

const storeOf = ({ location, isShared }: Store): string => (isShared ? location : onDisk);
const markersIn = ({ location }: Store): string => join(location, "nodes");

/** Sentences about the nodes that run and keep their pictures elsewhere. */
export async function otherStores(db: Db, store: Store): Promise<Map<string, string>> {
  const own = storeOf(store);
  const words = new Map<string, string>();
  for (const other of await storesSince(db.single, db.now() - aliveMs)) {
    if (other.store !== own) {
      words.set(other.node, `The node ${other.node} keeps its pictures in ${other.store}, and this one in ${own}.`);
    } else if (own === onDisk && !(await exists(join(markersIn(store), other.node)))) {
      // A node that stops removes its row first, and then its file.
      if (!(await isNoted(db.single, other.node))) continue;
      words.set(
        other.node,
        `The node ${other.node} keeps its pictures in another folder than ${store.location}, so that neither has those of ` +
          "the other. Let all nodes use one folder as DATA_DIR/images, or a bucket with IMAGE_STORE=s3.",
      );
    }
  }
  return words;
}

/** Notes where this node keeps its pictures, and logs once of each other node that keeps them elsewhere. */
export function watchOtherStores(db: Db, store: Store, log: Log): () => Promise<void> {
  // One node at a time writes to a file of SQLite.
  if (db.engine === "sqlite") return async () => {};
  const node = `${hostname()}-${newId()}`;
  const marker = join(markersIn(store), node);
  const told = new Set<string>();
  const look = async () => {
    try {
      if (!store.isShared) await writeFile(marker, "");
      await noteStore(db, { node, store: storeOf(store) }, db.now());
      for (const [other, words] of await otherStores(db, store)) {
        if (!told.has(other)) log.warn(words);
        told.add(other);
      }
    } catch (err) {
      log.debug({ err }, "could not compare where the nodes keep pictures");
    }
  };
  const begin = async () => {
    if (!store.isShared) mkdirSync(markersIn(store), { recursive: true });
    await look();
    await forgetStoresBefore(db, db.now() - keptMs).catch(() => {});
    if (!store.isShared) await removeLeftBehind(markersIn(store)).catch(() => {});
  };
  let looking = begin().catch(() => {});
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await looking;
    await forgetStore(db, node).catch(() => {});
    if (!store.isShared) await rm(marker, { force: true }).catch(() => {});
  };
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
