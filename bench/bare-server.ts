/**
 * The yardstick: a Bun server that does nothing but send. It answers with what the service answered, taken in turn,
 * as bytes: Bun sends those faster than it sends the same answer as a string. Or as blobs, which it sends without a copy.
 * Answers that are the same are kept once, as they are in the service.
 */
export type BareAnswers = {
  status: number;
  contentType: string;
  bodies: string[];
  readsBody: boolean;
  sends: "bytes" | "blobs";
};

const { status, contentType, bodies, readsBody, sends } = (await Bun.file(process.argv[2] ?? "").json()) as BareAnswers;
const kept = new Map(bodies.map((body) => [body, sends === "blobs" ? new Blob([body]) : Buffer.from(body)]));
const answers = bodies.map((body) => kept.get(body));
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
