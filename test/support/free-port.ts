/** A port that nobody listens on, for a service that has to know its own address before it starts. */
export async function freePort(): Promise<number> {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const { port } = server;
  await server.stop(true);
  return port as number;
}

/** Below the ports that systems assign by themselves (Linux from 32,768), and below those of the PostgreSQL servers. */
const lasting = { from: 10_000, below: 20_000 };

/** A port that no other process is assigned while its service is down. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = lasting.from + Math.floor(Math.random() * (lasting.below - lasting.from));
    try {
      const server = Bun.serve({ hostname: "127.0.0.1", port, reusePort: false, fetch: () => new Response() });
      await server.stop(true);
      return port;
    } catch (error) {
      if ((error as { code?: string }).code !== "EADDRINUSE") throw error;
    }
  }
}
