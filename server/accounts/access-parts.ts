import type { Db } from "../db/db.ts";
import type { Log } from "../http/logger.ts";
import type { Sealing } from "../sealing/sealing.ts";
import type { AccessSettings } from "./access-settings.ts";
import type { CookieJar } from "./cookies.ts";
import type { FirstUserLink } from "./first-user.ts";
import type { Mailer } from "./mailer.ts";

/** What the routes of this slice need. */
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
