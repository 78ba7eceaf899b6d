import { Sealing } from "../../server/sealing/sealing.ts";

/** The key for services that tests start on PostgreSQL, where each node needs one as a setting. */
export const testKey = Buffer.alloc(32, "a key for tests alone").toString("base64");

export const testSealing = new Sealing([Buffer.from(testKey, "base64")]);
