import type { Clock } from "../http/clock.ts";
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
  clock: Clock;
  failed(err: unknown): void;
};

/** A reader has this grace time, and then 16 KiB a second: less than any network that files are sent over. */
const graceMs = 30_000;
const leastBytesPerMs = 16;

/** A file that is made while it is read. `ended` resolves when the last byte is taken, or nobody wants more. */
export function fileAnswer(
  request: Request,
  { kind: { type, extension }, name, bytes, clock, failed }: File,
): { response: Response; ended: Promise<void> } {
  const isGzip = extension !== "xlsx" && /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  const { stream, ended, leave } = streamOf(isGzip ? gzip(bytes) : bytes, clock, failed);
  // Nobody reads the answer to a HEAD request, or one whose client has left already.
  if (request.method === "HEAD" || request.signal.aborted) leave();
  else request.signal.addEventListener("abort", leave, { once: true });
  const file = `${name}-${new Date(clock.now()).toISOString().slice(0, 10)}.${extension}`;
  const response = new Response(request.method === "HEAD" ? null : stream, {
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
  clock: Clock,
  failed: (err: unknown) => void,
): { stream: ReadableStream<Uint8Array>; ended: Promise<void>; leave(): void } {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let isOver = false;
  /** Only the time that the reader takes counts against it, not the time that the service makes it wait. */
  let waitedMs = 0;
  let size = 0;
  let givenAt: number | undefined;
  let forgetReader = () => {};

  const end = () => {
    isOver = true;
    forgetReader();
    resolve();
  };
  /** Ends it before its last byte. Without a reason: Bun would print that as a crash. */
  const leave = () => {
    if (isOver) return;
    end();
    controller.error();
    bytes.return(undefined).catch(failed);
  };
  const taken = () => {
    if (givenAt !== undefined) waitedMs += clock.elapsed() - givenAt;
    givenAt = undefined;
    forgetReader();
  };
  const given = (piece: Uint8Array) => {
    size += piece.byteLength;
    givenAt = clock.elapsed();
    forgetReader = clock.after(Math.max(0, graceMs + size / leastBytesPerMs - waitedMs), leave);
  };

  const stream = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
    async pull() {
      taken();
      try {
        const { value, done } = await bytes.next();
        if (isOver) return;
        if (done) {
          end();
          controller.close();
        } else {
          given(value);
          controller.enqueue(value);
        }
      } catch (error) {
        failed(error);
        leave();
      }
    },
    async cancel() {
      end();
      await bytes.return(undefined);
    },
  });
  return { stream, ended, leave };
}
