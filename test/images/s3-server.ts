import type { S3Settings } from "../../server/images/s3-store.ts";
import { startListening } from "../support/listening-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

export type S3Server = { settings: S3Settings; stop(): Promise<unknown> };

const program = new URL("../../node_modules/s3rver/bin/s3rver.js", import.meta.url).pathname;
const address = "-a 127.0.0.1 -p 0".split(" ");

/** An S3 server in a separate process, with one empty bucket. */
export async function startS3(): Promise<S3Server> {
  const { url, stop } = await startListening({
    name: "The S3 server",
    command: [process.execPath, program, "-d", temporaryFolder(), ...address, "--configure-bucket", "pictures"],
    address: /listening on (\S+)\n/,
  });
  return {
    settings: {
      endpoint: `http://${url}`,
      region: "us-east-1",
      bucket: "pictures",
      prefix: "catalog/",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      pathStyle: true,
    },
    stop,
  };
}
