import type { ServiceNode } from "./service-node.ts";

/** Hop-by-hop headers. */
const hopByHop = ["connection", "keep-alive", "transfer-encoding", "content-encoding", "content-length"];

/**
 * One address in front of several nodes, with each request sent to the next node. A request that a node did not accept
 * goes to the one after it. A request that may have been carried out is not sent twice.
 */
export function startFront(nodes: readonly ServiceNode[], port = 0) {
  let turn = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port,
    idleTimeout: 60,
    async fetch(request) {
      const body = request.body === null ? null : await request.arrayBuffer();
      for (let tried = 0; tried < nodes.length; tried++) {
        const node = nodes[turn++ % nodes.length];
        if (!node?.running) continue;
        try {
          return await passOn(request, body, node.url);
        } catch (error) {
          const refused = (error as { code?: string }).code === "ConnectionRefused";
          if (!refused && request.method !== "GET") break;
        }
      }
      return new Response(null, { status: 503, headers: { "retry-after": "1" } });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

async function passOn(request: Request, body: ArrayBuffer | null, to: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of hopByHop) headers.delete(name);
  const answer = await fetch(to + pathname + search, {
    method: request.method,
    headers,
    body,
    redirect: "manual",
    signal: request.signal,
  });
  const answered = new Headers(answer.headers);
  for (const name of hopByHop) answered.delete(name);
  return new Response(answer.body, { status: answer.status, headers: answered });
}
