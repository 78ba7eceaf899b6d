import { apiSecurityHeaders } from "../http/security-headers.ts";
import { gzip } from "./gzip.ts";

/** The media types of files, and the ends of their names. */
export const fileKinds = {
  csv: { type: "text/csv; charset=utf-8", extension: "csv" },
  tsv: { type: "text/tab-separated-values; charset=utf-8", extension: "tsv" },
  xlsx: { type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", extension: "xlsx" },
  jsonl: { type: "application/jsonl", extension: "jsonl" },
} as const;

type File = {
  kind: (typeof fileKinds)[keyof typeof fileKinds];
  /** Without the day and the end. */
  name: string;
  bytes: AsyncGenerator<Uint8Array>;
  now: number;
  failed(err: unknown): void;
};

/** A file that is made while it is read. `ended` resolves when the last byte is taken, or nobody wants more. */
export function fileAnswer(
  request: Request,
  { kind: { type, extension }, name, bytes, now, failed }: File,
): { response: Response; ended: Promise<void> } {
  const isGzip = extension !== "xlsx" && /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  const { stream, ended } = streamOf(isGzip ? gzip(bytes) : bytes, failed);
  const file = `${name}-${new Date(now).toISOString().slice(0, 10)}.${extension}`;
  const response = new Response(stream, {
    headers: {
      ...apiSecurityHeaders,
      "content-type": type,
      "content-disposition": `attachment; filename="${file}"; filename*=UTF-8''${encodeURIComponent(file)}`,
      "cache-control": "no-store",
      vary: "Accept-Encoding",
      ...(isGzip && { "content-encoding": "gzip" }),
    },
  });
  return { response, ended };
}

function streamOf(
  bytes: AsyncGenerator<Uint8Array>,
  failed: (err: unknown) => void,
): { stream: ReadableStream<Uint8Array>; ended: Promise<void> } {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await bytes.next();
        if (!done) return controller.enqueue(value);
        controller.close();
        resolve();
      } catch (error) {
        resolve();
        failed(error);
        // If nothing of the answer is sent when the stream fails, Bun writes the error to standard error as plain text.
        await new Promise(setImmediate);
        throw error;
      }
    },
    async cancel() {
      resolve();
      await bytes.return(undefined);
    },
  });
  return { stream, ended };
}
