import { afterAll } from "bun:test";
import fc from "fast-check";
import { cleanUp } from "./support/when-over.ts";
import { seed } from "./test-seed.ts";

/** Loaded before every test file (bunfig.toml). fast-check uses the same seed, and prints it when a property fails. */
fc.configureGlobal({ seed });

/** Runs after the last test. */
afterAll(cleanUp);
