/** Makes the files of this folder again, with the LibreOffice that is installed: `bun test/corpus/make-corpus.ts`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startImportCatalog } from "../imports/import-catalog.ts";
import { hardItems, type ItemRow } from "../support/hard-items.ts";
import { saved } from "../support/libre-office.ts";
import { startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { fromElsewhere, itemsFile, pathOf, savedFiles, supplierFile, supplierFiles } from "./corpus.ts";
import { exportOf, linesOf } from "./corpus-catalog.ts";

/** The items of the demo catalog, each with a key. */
async function demoItems(): Promise<ItemRow[]> {
  const service = await startService({ SEED: "demo" });
  try {
    const response = await fetch(`${service.url}/api/projects/aurora-market/export?format=jsonl`);
    const lines = (await response.text()).trimEnd().split("\n");
    return lines.map((line, at) => {
      const { id: _, version: __, subcategoryId: ___, ...row } = JSON.parse(line) as ItemRow;
      return { ...row, key: `D-${`${at}`.padStart(3, "0")}` };
    });
  } finally {
    await service.stop();
  }
}

function keep(name: string, bytes: Uint8Array): void {
  const isText = name.endsWith(".csv") || name === itemsFile;
  writeFileSync(pathOf(name), isText ? Bun.gzipSync(Uint8Array.from(bytes), { level: 9 }) : bytes);
  process.stdout.write(`${name}: ${bytes.length} bytes\n`);
}

for (const { name, country, as } of supplierFiles) keep(name, await saved(supplierFile, country, as));
const folder = temporaryFolder();
const items = linesOf([...(await demoItems()), ...hardItems]);
keep(itemsFile, Buffer.from(items));
const catalog = await startImportCatalog();
try {
  const options = JSON.stringify({ ...fromElsewhere, createSubcategories: true });
  const { refused, created } = await catalog.imports.run(items, { options });
  process.stdout.write(`${created} items, ${refused} refused.\n`);
  for (const { name, country, as, leaf } of savedFiles) {
    const source = join(folder, `${leaf ?? "all"}.xlsx`);
    writeFileSync(source, await exportOf(catalog, leaf));
    keep(name, await saved(source, country, as));
  }
} finally {
  await catalog.app.stop();
}
