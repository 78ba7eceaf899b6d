import { appendFileSync } from "node:fs";
import { randomFrom } from "../support/random.ts";

/**
 * A webhook target in a separate process: `bun receiver.ts PORT FILE SEED`. Accepted messages are appended to FILE, so
 * that they survive a kill of the process. `POST /mode?mode=...` sets its behaviour.
 */
const [port = "0", file = "", seed = "0"] = process.argv.slice(2);
const random = randomFrom(Number(seed));
let mode = "ok";
let attempts = 0;

/** A message is refused at most three times. After more the service may give it up. */
const refusals = new Map<string, number>();
function mayRefuse(request: Request): boolean {
  const id = request.headers.get("webhook-id") ?? "";
  const before = refusals.get(id) ?? 0;
  refusals.set(id, before + 1);
  return before < 3;
}

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  // The test holds the port while this process is dead.
  reusePort: true,
  idleTimeout: 60,
  async fetch(request) {
    const url = new URL(request.url);
    if (url.pathname === "/mode") {
      mode = url.searchParams.get("mode") ?? "ok";
      attempts = 0;
      return new Response(null, { status: 204 });
    }
    if (url.pathname === "/attempts") return Response.json(attempts);
    const body = await request.text();
    const take = () => {
      const headers = Object.fromEntries(request.headers);
      appendFileSync(file, `${JSON.stringify({ path: url.pathname, headers, body })}\n`);
      return new Response("thanks");
    };
    if (url.pathname !== "/hook") return take();
    attempts++;
    if (mode === "fail") return new Response("out of order", { status: 500 });
    if (mode === "hang") await new Promise(() => {});
    if (mode === "redirect") return new Response(null, { status: 307, headers: { location: "/elsewhere" } });
    if (mode === "gone") return new Response(null, { status: 410 });
    if (mode === "choke" && body.includes("poison")) return new Response("I cannot eat this", { status: 422 });
    if (mode === "flaky" && random.below(10) < 4 && mayRefuse(request))
      return new Response("try again", { status: 503 });
    return take();
  },
});

process.stdout.write(`listening on http://127.0.0.1:${server.port}\n`);
