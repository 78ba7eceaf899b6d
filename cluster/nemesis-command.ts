import { randomInt } from "node:crypto";
import { faultsFound, printed, runNemesis } from "./nemesis.ts";
import { faults } from "./nemesis-faults.ts";

const longestHoldMs = 4_000;

const usage = `Usage: npm run cluster -- --nemesis MINUTES [--only FAULT]...

Starts a cluster, writes and reads while faults happen to it, and reports what was lost. The faults:
${faults.map(({ name }) => `  ${name}`).join("\n")}
`;

/** Returns undefined if the arguments are invalid. */
function parsed(args: readonly string[]) {
  let minutes: number | undefined;
  const only: string[] = [];
  for (let at = 0; at < args.length; at += 2) {
    const value = args[at + 1] ?? "";
    if (args[at] === "--nemesis" && /^\d+(\.\d+)?$/.test(value)) minutes = Number(value);
    else if (args[at] === "--only" && faults.some(({ name }) => name === value)) only.push(value);
    else return undefined;
  }
  const chosen = only.length > 0 ? faults.filter(({ name }) => only.includes(name)) : faults;
  return minutes === undefined ? undefined : { minutes, chosen };
}

/** Returns the exit code: 0 if no fault was found, 1 if one was, 2 for invalid arguments. */
export async function nemesisCommand(args: readonly string[], say: (words: string) => void): Promise<number> {
  const asked = parsed(args);
  if (!asked) {
    say(usage);
    return 2;
  }
  say("Starting a PostgreSQL primary with a streaming standby, and three nodes of the service ...");
  let began: number | undefined;
  const minutes = () => {
    began ??= performance.now();
    return (performance.now() - began) / 60_000;
  };
  const report = await runNemesis({
    chosen: asked.chosen,
    below: (end) => randomInt(end),
    another: () => minutes() < asked.minutes,
    longestHoldMs,
    say: (name) => say(`${minutes().toFixed(1).padStart(6)} min  ${name}`),
  });
  say(printed(report));
  return faultsFound(report).length === 0 ? 0 : 1;
}
