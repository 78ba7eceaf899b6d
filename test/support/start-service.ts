import { type Listening, startListening } from "./listening-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { testKey } from "./test-sealing.ts";

export type Service = Listening & { dataDir: string };

type Circumstances = {
  runtimeFlags?: string[];
  /** The process list (`cgroup.procs`) of the control group to run in. */
  within?: string | undefined;
  /** Receives messages from `send`. */
  ipc?: boolean;
};

/** What the service logs when it listens. */
export const listeningAddress = /"address":"(http:[^"]+)".*"msg":"listening"/;

const main = new URL("../../server/main.ts", import.meta.url).pathname;

/** On PostgreSQL nodes need the key as a setting. */
const keyFor = ({ DATABASE_URL = "" }: Record<string, string>): Record<string, string> =>
  DATABASE_URL.startsWith("postgres") ? { SECRETS_KEY: testKey } : {};

/** Starts the service as an operator does: in a separate process, with only these settings. */
export async function startService(
  settings: Record<string, string> = {},
  { runtimeFlags = [], within, ipc = false }: Circumstances = {},
): Promise<Service> {
  const dataDir = settings.DATA_DIR ?? temporaryFolder();
  const joining = within === undefined ? [] : ["sh", "-c", 'echo $$ > "$0" && exec "$@"', within];
  const listening = await startListening({
    name: "The service",
    command: [...joining, process.execPath, ...runtimeFlags, main],
    environment: { PORT: "0", SEED: "none", ...keyFor(settings), ...settings, DATA_DIR: dataDir },
    address: listeningAddress,
    ipc,
  });
  return { ...listening, dataDir };
}
