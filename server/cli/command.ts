import type { Config } from "../config/config.ts";

/** What a command gets: its own arguments, the settings, and a function that prints a line. */
export type CommandContext = { args: string[]; config: Config; say(words: string): void };

/** A command of `npx catalog`. `usage` has an entry for each form of it. */
export type Command = {
  name: string;
  usage: readonly { form: string; help: string }[];
  run(context: CommandContext): Promise<void>;
};

/** An error that the operator can correct. It is shown without a stack trace. */
export class CommandError extends Error {}

/** Shows how a command is used. */
export const usageError = (usage: Command["usage"]): CommandError =>
  new CommandError(`Usage:\n${usage.map(({ form }) => `  npx catalog ${form}`).join("\n")}`);
