import type { Db } from "../db/db.ts";
import type { Log } from "../http/logger.ts";
import type { Mailer } from "../people/mailer.ts";
import type { Sealing } from "../sealing/sealing.ts";
import type { AccessSettings } from "./access-settings.ts";
import type { CookieJar } from "./cookies.ts";
import type { FirstUserLink } from "./first-user.ts";

/** What signing in needs, and everything that follows from it. */
export type AccessParts = {
  db: Db;
  log: Log;
  now: () => number;
  jar: CookieJar;
  config: AccessSettings;
  firstUser: FirstUserLink | undefined;
  sealing: Sealing;
  /** Undefined if the service sends no mail. */
  mailer: Mailer | undefined;
};
