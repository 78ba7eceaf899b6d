import type { InterfaceLanguage } from "../../contract/constants.ts";
import { type Route, route } from "../api/route.ts";
import { Problem } from "../http/problem.ts";
import { Slots } from "../http/slots.ts";
import { appendAudit } from "../people/audit.sql.ts";
import { insertLink, resetMs } from "../people/links.sql.ts";
import { passkeysOf } from "../people/passkeys.sql.ts";
import { sendLink } from "../people/send-link.ts";
import { userByName } from "../people/users.sql.ts";
import type { AccessParts } from "./access-parts.ts";
import { countReset } from "./sign-in-throttle.sql.ts";

/** Links that people ask for themselves, because they forgot their password. */
export function resetRoutes(parts: AccessParts): { routes: Route[]; close(): Promise<void> } {
  const { db, now, log, mailer } = parts;
  const slots = new Slots({
    atOnce: 2,
    mostWaiting: 100,
    detail: "Too many links are being sent at the moment.",
    retryAfterSeconds: 10,
  });
  const running = new Set<Promise<void>>();

  async function send(name: string, address: string, language: InterfaceLanguage): Promise<void> {
    const user = await db.read(async (reader) => {
      const found = await userByName(reader, name);
      if (found?.active !== 1 || found.email === null) return undefined;
      // Whoever signs in only through the provider gets no password that the provider knows nothing of.
      const signsInHere = found.password_hash !== null || (await passkeysOf(reader, found.key)).length > 0;
      return signsInHere ? found : undefined;
    });
    if (!user) return;
    const link = await db.write(async (tx) => {
      const given = { kind: "reset", userKey: user.key, createdBy: "", expiresAt: now() + resetMs } as const;
      const made = await insertLink(tx, given, now());
      const entry = { event: "reset_link_created", actor: "anonymous", subject: user.name, address } as const;
      await appendAudit(tx, entry, now());
      return made;
    });
    await sendLink(parts, link, user, language);
  }

  return {
    routes: [
      route("requestReset", async ({ body, caller }) => {
        if (!mailer) throw new Problem("route_not_found", "This service sends no mail. Ask an admin for a link.");
        await countReset(db, body.name, caller.address, now());
        // The answer does not wait: the time would tell whether the name exists.
        const work = slots
          .run(() => send(body.name, caller.address, body.language ?? "en"))
          .catch((error) =>
            log.warn({ code: (error as { code?: unknown }).code }, "could not send a new password link"),
          )
          .finally(() => running.delete(work));
        running.add(work);
        return undefined;
      }),
    ],
    close: async () => void (await Promise.all(running)),
  };
}
