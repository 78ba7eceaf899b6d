/**
 * The yardstick: a Bun server that only sends. It sends answers of the service in turn, as bytes, because Bun sends those
 * faster than strings, or as blobs, which Bun sends without a copy. Equal answers are in memory once, as in the service.
 */
export type BareAnswers = {
  status: number;
  contentType: string;
  bodies: string[];
  readsBody: boolean;
  sends: "bytes" | "blobs";
};

const { status, contentType, bodies, readsBody, sends } = (await Bun.file(process.argv[2] ?? "").json()) as BareAnswers;
const unique = new Map(bodies.map((body) => [body, sends === "blobs" ? new Blob([body]) : Buffer.from(body)]));
const answers = bodies.map((body) => unique.get(body));
const init = { status, headers: { "content-type": contentType } };
let turn = 0;

const next = () => new Response(answers[turn++ % answers.length], init);

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: readsBody
    ? async (request) => {
        await request.text();
        return next();
      }
    : next,
});
process.stdout.write(`listening on ${server.url.origin}\n`);
