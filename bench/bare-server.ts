/**
 * The yardstick: a Bun server that does nothing but send. It answers with what the service answered, taken in turn,
 * as bytes: Bun sends those faster than it sends the same answer as a string.
 */
export type BareAnswers = { status: number; contentType: string; bodies: string[]; readsBody: boolean };

const { status, contentType, bodies, readsBody } = (await Bun.file(process.argv[2] ?? "").json()) as BareAnswers;
const bytes = bodies.map((body) => Buffer.from(body));
const init = { status, headers: { "content-type": contentType } };
let turn = 0;

const next = () => new Response(bytes[turn++ % bytes.length], init);

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
