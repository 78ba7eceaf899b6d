import type { Command } from "../../server/cli/command.ts";
import { wordsForOperator } from "../../server/cli/words-for-operator.ts";
import { readConfig } from "../../server/config/config.ts";
import type { Ended } from "./run-program.ts";

/**
 * Runs a command of `npx catalog` in this process, for tests that need many: a process of its own takes a third of a
 * second. What `cli.ts` adds is tested with `runProgram`. An error that it would show with a stack trace is thrown.
 */
export async function runCommand(
  { run }: Command,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<Ended> {
  let output = "";
  const say = (words: string) => {
    output += `${words}\n`;
  };
  try {
    await run({ args: [...args], config: readConfig(settings), say });
    return { code: 0, output };
  } catch (error) {
    const words = wordsForOperator(error);
    if (words === undefined) throw error;
    say(words);
    return { code: 1, output };
  }
}
