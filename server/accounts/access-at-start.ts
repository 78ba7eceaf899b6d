import type { Db } from "../db/db.ts";
import type { AccessSettings } from "./access-settings.ts";
import { type FirstUserLink, firstUserLink } from "./first-user.ts";
import { hasKeys } from "./keys.sql.ts";
import { hasUsers } from "./users.sql.ts";

/** Nobody could come in, and the operator has not said how: the service does not start. Shown as it is. */
export class NobodyCanSignIn extends Error {}

/** Whether anyone can sign in; if not, a link that makes the first user, where that was asked for. */
export async function accessAtStart(
  config: Pick<AccessSettings, "access" | "firstUserLink" | "oidc" | "network">,
  db: Db,
  now: number,
): Promise<FirstUserLink | undefined> {
  if (config.access !== "required") return undefined;
  const { users, keys } = await db.read(async (reader) => ({
    users: await hasUsers(reader),
    keys: await hasKeys(reader),
  }));
  if (users) return undefined;
  if (config.firstUserLink) return firstUserLink(now);
  if (keys || config.oidc) return undefined;
  throw new NobodyCanSignIn(
    `${config.network}, which others on the network can reach, and there is nobody yet who could sign in.
  - Add the first user:      npx catalog users add NAME
  - Or start with a link:    ACCESS=required npm start, which prints one that makes the first user
  - Or let everyone in:      ACCESS=off npm start`,
  );
}
