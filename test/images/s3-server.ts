import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Settings } from "../../server/images/s3-store.ts";

export type S3Server = { settings: S3Settings; stop(): Promise<void> };

const program = new URL("../../node_modules/s3rver/bin/s3rver.js", import.meta.url).pathname;

/** A server of the S3 protocol as a process of its own, with one empty bucket. */
export async function startS3(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), "catalog-s3-"));
  const child = Bun.spawn(
    [
      process.execPath,
      program,
      "--silent",
      "-d",
      folder,
      "-a",
      "127.0.0.1",
      "-p",
      "0",
      "--configure-bucket",
      "pictures",
    ],
    { stdout: "pipe", stderr: "inherit" },
  );
  let words = "";
  let port: string | undefined;
  for await (const chunk of child.stdout) {
    words += new TextDecoder().decode(chunk);
    port = /127\.0\.0\.1:(\d+)/.exec(words)?.[1];
    if (port) break;
  }
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      bucket: "pictures",
      prefix: "catalog/",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      pathStyle: true,
    },
    async stop() {
      child.kill();
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
}
