import fc from "fast-check";
import { seed } from "./seed.ts";

/** Loaded before every test file (bunfig.toml): properties draw from the one seed too, and print it when they fail. */
fc.configureGlobal({ seed });
