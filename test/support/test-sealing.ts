import { Sealing } from "../../server/sealing/sealing.ts";

/** A key for services that a test starts as processes of their own, on PostgreSQL, where each node has to be given one. */
export const testKey = Buffer.alloc(32, "a key for tests alone").toString("base64");

export const testSealing = new Sealing([Buffer.from(testKey, "base64")]);
