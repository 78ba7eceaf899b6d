import type { Db, Tx } from "../db/db.ts";
import {
  batches,
  copyIdentity,
  countRows,
  emptyTables,
  endProgress,
  insertRows,
  keyOf,
  linkRows,
  openProgress,
  type Progress,
  saveProgress,
} from "./copy-rows.sql.ts";
import { tableDigest } from "./table-digest.ts";
import { type TableShape, tableShapes } from "./table-shapes.ts";

/** Called during the copy, with `done` of `total` rows of a table. */
export type Report = (table: string, doing: "copying" | "linking" | "checking", done: number, total: number) => void;

/** The target holds something that this copy did not put there. */
export class TargetInUse extends Error {}

/** After the copy a table differs, because something wrote to the source meanwhile. */
export class CopyDiffers extends Error {}

const startOver = "start over";

/**
 * Copies every row of one catalog into an empty one, in batches. Each batch saves the progress, so that an interrupted
 * copy continues where it stopped. At the end every value of both is compared.
 */
export async function copyCatalog(from: Db, to: Db, report: Report): Promise<{ rows: number; digest: string }> {
  const shapes = tableShapes();
  const progress = await begin(from, to, shapes);
  const steps = shapes.flatMap((shape) => [
    { name: `copy ${shape.name}`, run: (after: Progress["after"]) => copyTable({ from, to, report }, shape, after) },
  ]);
  const links = shapes.filter(({ selfReferences }) => selfReferences.length > 0);
  for (const shape of links) {
    steps.push({ name: `link ${shape.name}`, run: (after) => linkTable({ from, to, report }, shape, after) });
  }
  const first = Math.max(
    0,
    steps.findIndex(({ name }) => name === progress.step),
  );
  for (const [index, step] of steps.entries()) {
    if (index >= first) await step.run(index === first ? progress.after : undefined);
  }
  for (const shape of shapes) await copyIdentity(from, to, shape);
  const verified = await verify(from, to, shapes, report);
  await to.write(endProgress);
  return verified;
}

async function begin(from: Db, to: Db, shapes: readonly TableShape[]): Promise<Progress> {
  const fresh: Progress = { source: from.location, step: "", after: undefined };
  return to.write(async (tx) => {
    const found = await openProgress(tx);
    if (found?.source === from.location && found.step !== startOver) return found;
    if (found?.source === from.location) {
      await emptyTables(tx, shapes);
    } else {
      const used = await firstUsed(tx, shapes);
      if (found || used) {
        throw new TargetInUse(
          found
            ? `${to.location} holds an unfinished copy of ${found.source}.`
            : `${to.location} is not empty: there are rows in ${used}.`,
        );
      }
    }
    await saveProgress(tx, fresh);
    return fresh;
  });
}

async function firstUsed(tx: Tx, shapes: readonly TableShape[]): Promise<string | undefined> {
  for (const shape of shapes) if ((await countRows(tx, shape)) > 0) return shape.name;
  return undefined;
}

type Copying = { from: Db; to: Db; report: Report };

async function copyTable({ from, to, report }: Copying, shape: TableShape, after: Progress["after"]): Promise<void> {
  const total = await countRows(from.single, shape);
  let done = await countRows(to.single, shape);
  const step = `copy ${shape.name}`;
  if (after === undefined) await to.write((tx) => saveProgress(tx, { source: from.location, step, after }));
  for await (const rows of batches(from, shape, after)) {
    const last = keyOf(rows.at(-1) ?? {}, shape);
    await to.write(async (tx) => {
      await insertRows(tx, shape, rows);
      await saveProgress(tx, { source: from.location, step, after: last });
    });
    done += rows.length;
    report(shape.name, "copying", done, total);
  }
}

async function linkTable({ from, to, report }: Copying, shape: TableShape, after: Progress["after"]): Promise<void> {
  const total = await countRows(from.single, shape);
  let done = 0;
  for await (const rows of batches(from, shape, after)) {
    const last = keyOf(rows.at(-1) ?? {}, shape);
    await to.write(async (tx) => {
      await linkRows(tx, shape, rows);
      await saveProgress(tx, { source: from.location, step: `link ${shape.name}`, after: last });
    });
    done += rows.length;
    report(shape.name, "linking", done, total);
  }
}

async function verify(from: Db, to: Db, shapes: readonly TableShape[], report: Report) {
  const sum = new Bun.CryptoHasher("sha256");
  let rows = 0;
  for (const shape of shapes) {
    const total = await countRows(from.single, shape);
    const [source, target] = await Promise.all(
      [from, to].map((db) => tableDigest(db, shape, (done) => report(shape.name, "checking", done, total))),
    );
    if (source?.digest !== target?.digest) {
      await to.write((tx) => saveProgress(tx, { source: from.location, step: startOver, after: undefined }));
      throw new CopyDiffers(
        `The table ${shape.name} differs: ${source?.rows} rows in the source, ${target?.rows} in the target. ` +
          "Something wrote to the source during the copy. Stop the service and run the copy again; it will start over.",
      );
    }
    rows += source?.rows ?? 0;
    sum.update(`${shape.name} ${source?.digest}\n`);
  }
  return { rows, digest: sum.digest("hex") };
}
