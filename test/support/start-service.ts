import { type Listening, startListening } from "./listening-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { testKey } from "./test-sealing.ts";

export type Service = Listening & { dataDir: string };

type Circumstances = {
  runtimeFlags?: string[];
  /** The list of processes of a control group that it is to live in. */
  within?: string | undefined;
  /** It takes what `send` says. */
  hears?: boolean;
};

const main = new URL("../../server/main.ts", import.meta.url).pathname;

/** On PostgreSQL nodes have to be given the key. */
const keyFor = ({ DATABASE_URL = "" }: Record<string, string>): Record<string, string> =>
  DATABASE_URL.startsWith("postgres") ? { SECRETS_KEY: testKey } : {};

/** The service as an operator starts it: a process of its own, with no setting but these. */
export async function startService(
  settings: Record<string, string> = {},
  { runtimeFlags = [], within, hears = false }: Circumstances = {},
): Promise<Service> {
  const dataDir = settings.DATA_DIR ?? temporaryFolder();
  const joining = within === undefined ? [] : ["sh", "-c", 'echo $$ > "$0" && exec "$@"', within];
  const listening = await startListening({
    name: "The service",
    command: [...joining, process.execPath, ...runtimeFlags, main],
    environment: { PORT: "0", SEED: "none", ...keyFor(settings), ...settings, DATA_DIR: dataDir },
    address: /API\s+(http:\/\/\S+)\/api\/projects/,
    hears,
  });
  return { ...listening, dataDir };
}
