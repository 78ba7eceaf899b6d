import { afterAll } from "bun:test";
import fc from "fast-check";
import { cleanUp } from "./support/when-over.ts";
import { seed } from "./test-seed.ts";

/** Loaded before every test file (bunfig.toml): properties draw from the one seed too, and print it when they fail. */
fc.configureGlobal({ seed });

/** After the last test of a run. */
afterAll(cleanUp);
