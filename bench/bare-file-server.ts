/** The yardstick for pictures: a Bun server that sends one file for every request. */
const file = Bun.file(process.argv[2] ?? "");
const init = { headers: { "content-type": "image/jpeg" } };
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(file, init) });
process.stdout.write(`listening on ${server.url.origin}\n`);
