#!/usr/bin/env bun
import { audit } from "./cli/audit.command.ts";
import { backup } from "./cli/backup.command.ts";
import type { Command } from "./cli/command.ts";
import { copy } from "./cli/copy.command.ts";
import { doctor } from "./cli/doctor.command.ts";
import { exportItems } from "./cli/export.command.ts";
import { history } from "./cli/history.command.ts";
import { images } from "./cli/images.command.ts";
import { importItems } from "./cli/import.command.ts";
import { keys } from "./cli/keys.command.ts";
import { migrate } from "./cli/migrate.command.ts";
import { projects } from "./cli/projects.command.ts";
import { restore } from "./cli/restore.command.ts";
import { secrets } from "./cli/secrets.command.ts";
import { users } from "./cli/users.command.ts";
import { webhooks } from "./cli/webhooks.command.ts";
import { wordsForOperator } from "./cli/words-for-operator.ts";
import { readConfig } from "./config/config.ts";
import { version } from "./config/version.ts";

const commands: readonly Command[] = [
  projects,
  users,
  keys,
  audit,
  webhooks,
  exportItems,
  importItems,
  history,
  backup,
  restore,
  secrets,
  images,
  migrate,
  doctor,
  copy,
];

/** A longer form has its help on the next line, so that lines fit a terminal. */
const longestForm = 40;

function listed(forms: Command["usage"]): string {
  const width = Math.min(longestForm, Math.max(...forms.map(({ form }) => form.length)));
  return forms
    .map(
      ({ form, help }) => `  ${form.length > width ? `${form}\n  ${"".padEnd(width)}` : form.padEnd(width)}  ${help}`,
    )
    .join("\n");
}

function help(): string {
  return `Usage: npx catalog COMMAND

${listed(commands.flatMap(({ usage }) => usage))}

npx catalog --version says which version this is. The commands use the same settings as the service, such as DATA_DIR and DATABASE_URL: npm start -- --help
They work while the service runs. Stop it only for copy.
`;
}

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(help());
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v") {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    process.stderr.write(`There is no command "${name}".\n\n${help()}`);
    return 2;
  }
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(`Usage:\n${listed(command.usage)}\n`);
    return 0;
  }
  try {
    await command.run({ args, config: readConfig(process.env), say: (words) => process.stdout.write(`${words}\n`) });
    return 0;
  } catch (error) {
    const words = wordsForOperator(error);
    if (words === undefined) throw error;
    process.stderr.write(`${words}\n`);
    return 1;
  }
}

process.exit(await main(process.argv.slice(2)));
