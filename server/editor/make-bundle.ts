import { setPriority } from "node:os";
import { bundleEditor } from "./bundle.ts";
import { besidePackages, bundleFolder, bundleKey, forgetOthers, storeBundle } from "./bundle-store.ts";

/**
 * Run as a process of its own, with the folder to keep the bundle in: bundling takes seconds of a processor and a
 * hundred megabytes, and the service goes on answering meanwhile, with neither. A line is written as soon as there is
 * something to serve; the rest is done when nothing else wants the processor.
 */
const folder = process.argv[2] ?? besidePackages;
const key = await bundleKey();
const bundle = await bundleEditor();
await storeBundle(bundle, bundleFolder(folder, key, "quick"), "quick");
process.stdout.write("ready\n");
setPriority(19);
const small = bundleFolder(folder, key, "small");
await storeBundle(bundle, small, "small");
await forgetOthers(small);
