import type { Config } from "../config/config.ts";

/** What a command gets: its own arguments, the settings, and where its words go. */
export type CommandContext = { args: string[]; config: Config; say(words: string): void };

/** One word of the command line. `usage` has a line for each form, as it is typed after `npx catalog`. */
export type Command = {
  name: string;
  usage: readonly { form: string; help: string }[];
  run(context: CommandContext): Promise<void>;
};

/** Something the person at the keyboard can put right. Shown as it is, without a stack. */
export class CommandError extends Error {}
