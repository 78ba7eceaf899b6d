import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { storeFault } from "../../server/images/store-fault.ts";
import { refusedStart, runProgram } from "../support/run-program.ts";
import { startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const bucketAt = (endpoint: string) => ({
  IMAGE_STORE: "s3",
  S3_ENDPOINT: endpoint,
  S3_BUCKET: "pictures",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
});
const words = "The store of the pictures, http://127.0.0.1:1/pictures/, cannot be used: ";

describe("a bucket that does not answer", () => {
  test("is named at the start, which goes on, and by doctor", async () => {
    const settings = { ...bucketAt("http://127.0.0.1:1"), DATA_DIR: temporaryFolder() };
    const service = await startService(settings);
    await until(() => service.output().includes(words), "the log names it");
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(await service.stop("SIGINT")).toBe(0);
    const { code, output } = await runProgram("cli.ts", ["doctor"], settings);
    expect([code, output]).toEqual([1, expect.stringContaining(words)]);
    expect(output).not.toMatch(/\bat .+:\d+:\d+/);
  });

  test("or that never does, is given up after a time", async () => {
    const never = { location: "a bucket", check: () => new Promise<void>(() => {}) };
    expect(await storeFault(never, 1)).toContain("it does not answer within");
  });
});

test("a folder for pictures that is none is named, and the service does not start", async () => {
  const dataDir = temporaryFolder();
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, "images"), "");
  expect(await refusedStart({ DATA_DIR: dataDir })).toBe(
    `The folder ${dataDir}/images for pictures cannot be used: it is a file, not a folder.`,
  );
});
