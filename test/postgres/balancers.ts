import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { whenOver } from "../support/when-over.ts";

type Balancer = {
  path: string | null;
  /** Writes its configuration into a folder, and returns how to start it. */
  prepare(folder: string, port: number, nodes: readonly [number, number]): string[];
};

/** Debian installs them outside of the path of other users than root. */
const installed = (name: string) => Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin` });

/** The example addresses, which must be there, become those of the test. */
function withAddresses(file: string, addresses: Record<string, string>): string {
  let text = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), "utf8");
  for (const [example, address] of Object.entries(addresses)) {
    if (!text.includes(example)) throw new Error(`deploy/${file} does not contain ${example}.`);
    text = text.replace(example, address);
  }
  return text;
}

const nodeAddresses = ([one, other]: readonly [number, number]) => ({
  "10.0.0.1:8080": `127.0.0.1:${one}`,
  "10.0.0.2:8080": `127.0.0.1:${other}`,
});

export const balancers = {
  haproxy: {
    path: installed("haproxy"),
    prepare(folder, port, nodes) {
      const file = join(folder, "haproxy.cfg");
      const addresses = { "bind :80": `bind 127.0.0.1:${port}`, ...nodeAddresses(nodes) };
      writeFileSync(file, withAddresses("haproxy.cfg", addresses));
      return ["-db", "-f", file];
    },
  },
  nginx: {
    path: installed("nginx"),
    prepare(folder, port, nodes) {
      const file = join(folder, "nginx.conf");
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      writeFileSync(
        file,
        `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http {
access_log off;
${temporary.join("\n")}
${withAddresses("nginx.conf", { "listen 80": `listen 127.0.0.1:${port}`, ...nodeAddresses(nodes) })}
}
`,
      );
      return ["-c", file, "-p", folder];
    },
  },
} satisfies Record<string, Balancer>;

/** Starts it in front of two nodes on these ports, of which one answers. */
export async function startBalancer({ path, prepare }: Balancer, nodes: readonly [number, number]) {
  const port = await freePort();
  const child = Bun.spawn([path as string, ...prepare(temporaryFolder(), port, nodes)], { stderr: "pipe" });
  const forget = whenOver(() => child.kill("SIGKILL"));
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`It ended: ${await new Response(child.stderr).text()}`);
    return answers();
  }, "the load balancer answers");
  return {
    url,
    async stop(): Promise<void> {
      child.kill("SIGTERM");
      await child.exited;
      forget();
    },
  };
}
