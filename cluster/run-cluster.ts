import { createInterface } from "node:readline";
import { startCluster } from "./cluster.ts";
import { nemesisCommand } from "./nemesis-command.ts";

const say = (words: string) => process.stdout.write(`${words}\n`);

if (process.argv.length > 2) process.exit(await nemesisCommand(process.argv.slice(2), say));

say("Starting a PostgreSQL primary with a streaming standby, and three nodes of the service ...");
const cluster = await startCluster({
  port: Number(process.env.PORT ?? 8080),
  environment: { SEED: process.env.SEED ?? "demo" },
});

const commands: Record<string, { help: string; run(argument: string): Promise<void> | void }> = {
  show: { help: "shows what is running", run: show },
  "kill primary": { help: "kills the database server, as in a power cut", run: () => cluster.primary.kill() },
  promote: { help: "makes the standby the primary; the nodes find it by themselves", run: () => cluster.promote() },
  rejoin: { help: "makes the old primary the standby of the new one", run: () => cluster.rejoin() },
  "kill node": { help: "N: kills the node", run: (argument) => node(argument)?.stop("SIGKILL") },
  "start node": { help: "N: starts the node again", run: (argument) => node(argument)?.start() },
  stop: { help: "stops everything and deletes the data", run: stop },
};

const node = (argument: string) => cluster.nodes[Number(argument) - 1];

function show(): void {
  say(`\n  Front     ${cluster.front.url}/\n`);
  for (const [index, { url, running }] of cluster.nodes.entries()) {
    say(`  Node ${index + 1}    ${running ? url : "not running"}`);
  }
  say(`  Primary   ${cluster.primary.url()}\n  Standby   ${cluster.standby.url()}\n`);
}

function help(): void {
  for (const [words, { help }] of Object.entries(commands)) say(`  ${words.padEnd(14)}${help}`);
}

async function stop(): Promise<void> {
  await cluster.stop();
  process.exit(0);
}

show();
help();
for await (const line of createInterface({ input: process.stdin })) {
  const words = Object.keys(commands).find((candidate) => line.trim().startsWith(candidate));
  const command = words === undefined ? undefined : commands[words];
  if (!command || words === undefined) {
    if (line.trim() !== "") help();
    continue;
  }
  try {
    await command.run(line.trim().slice(words.length).trim());
    if (words !== "show") say("done");
  } catch (error) {
    say((error as Error).message);
  }
}
