import { z } from "zod";
import { displayName, email, grant, grants, password, userName } from "./access.ts";
import { interfaceLanguageCodes, linkKinds } from "./constants.ts";
import { moment, text } from "./fields.ts";
import { limits } from "./limits.ts";

const language = z.enum(interfaceLanguageCodes).meta({ description: "The language of the mail; by default `en`." });

const mail = z
  .object({
    address: z.string(),
    sent: z.boolean(),
    reason: z.string().nullable().meta({ description: "Why the mail was not sent. The link works all the same." }),
  })
  .nullable()
  .meta({ description: "null if no mail was to be sent: the service sends none, or the user has no address." });

/** A link as its maker gets it. The token in it is shown only once. */
export const madeLink = z
  .object({
    kind: z.enum(linkKinds),
    path: z.string().meta({
      description:
        "The path of the link. Its token is in the fragment, which browsers do not send. Shown only in this response.",
    }),
    url: z.string().nullable().meta({ description: "The whole link, if the service knows its own address." }),
    expiresAt: z.iso.datetime(),
    mail,
  })
  .meta({ id: "MadeLink" });

export const linkCreate = z
  .strictObject({ language: language.nullish() })
  .meta({ id: "LinkCreate", examples: [{ language: "en" }] });

export const invitation = z
  .object({
    id: z.string(),
    userId: z.string(),
    name: z.string(),
    displayName: z.string(),
    email: z.string().nullable(),
    grants: z.array(grant),
    invitedBy: z.string(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    state: z.enum(["open", "expired"]),
  })
  .meta({ id: "Invitation" });

export const createdInvitation = invitation.extend({ link: madeLink }).meta({ id: "CreatedInvitation" });

export const invitationCreate = z
  .strictObject({
    name: userName,
    displayName: displayName.nullish(),
    email: email.nullish(),
    grants: grants.nullish(),
    expiresAt: moment
      .nullish()
      .meta({ description: `By default 7 days from now, and at most ${limits.invitationDays} days.` }),
    language: language.nullish(),
  })
  .meta({
    id: "InvitationCreate",
    examples: [{ name: "anna", email: "anna@example.com", grants: [{ role: "editor", project: "aurora-market" }] }],
  });

const token = z.string().max(200).meta({ description: "What follows # in the link." });

export const linkToken = z.strictObject({ token }).meta({ id: "LinkToken", examples: [{ token: "from the link" }] });

export const openedLink = z
  .object({
    kind: z.enum(linkKinds),
    name: z.string(),
    displayName: z.string(),
    by: z.string().nullable().meta({ description: "Who made the link; null if the user asked for it." }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "OpenedLink" });

export const linkPassword = z
  .strictObject({ token, password })
  .meta({ id: "LinkPassword", examples: [{ token: "from the link", password: "a long one of your own" }] });

export const resetRequest = z
  .strictObject({ name: text(limits.userNameLength), language: language.nullish() })
  .meta({ id: "ResetRequest", examples: [{ name: "anna" }] });

export type Invitation = z.infer<typeof invitation>;
export type MadeLink = z.infer<typeof madeLink>;
export type OpenedLink = z.infer<typeof openedLink>;
