import { until } from "./until.ts";

/**
 * The path of the link that creates the first user. It is on standard error, which may come after the log, on standard
 * output, says that the service listens.
 */
export async function firstUserPath({ output }: { output(): string }): Promise<string> {
  const path = () => /(\/welcome#[\w-]{43})/.exec(output())?.[1];
  await until(() => path() !== undefined, "the service shows the link of the first user");
  return path() as string;
}
