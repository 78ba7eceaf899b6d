import type { Db } from "../db/db.ts";
import { hasKeys } from "../people/keys.sql.ts";
import { hasUsers } from "../people/users.sql.ts";
import type { AccessSettings } from "./access-settings.ts";
import { type FirstUserLink, firstUserLink } from "./first-user.ts";

/** Access is required, but nobody can sign in: the service does not start. The message is shown as it is. */
export class NobodyCanSignIn extends Error {}

/** Returns a link that creates the first user, if there is none and the settings ask for it. */
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
    `${config.network}, which others on the network can reach, but nobody can sign in yet.
  - Add the first user:      npx catalog users add NAME
  - Or start with a link:    ACCESS=required npm start, which prints a link that creates the first user
  - Or let everyone in:      ACCESS=off npm start`,
  );
}
