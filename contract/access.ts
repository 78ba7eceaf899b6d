import { z } from "zod";
import { auditEvents } from "./constants.ts";
import { languageCode, moment, reference, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { roles } from "./roles.ts";

const languages = z
  .array(languageCode)
  .min(1)
  .max(50)
  .meta({
    description: "The languages of `translations` that may be written; all if omitted. For translators and editors.",
    examples: [["ru"]],
  });

/** A role, and where it applies. Users and keys can have several. */
export const grant = z
  .strictObject({
    role: z.enum(roles),
    project: reference.nullish().meta({ description: "The id of a project; all projects if omitted." }),
    subtree: reference.nullish().meta({
      description:
        "The id of a category or subcategory of the project. The grant then applies only to it and everything below it.",
    }),
    languages: languages.nullish(),
  })
  .meta({ id: "Grant", examples: [{ role: "translator", project: "aurora-market", languages: ["ru"] }] });

export type Grant = z.infer<typeof grant>;

export const grants = z.array(grant).max(100);
/** Names that the history and the audit log use for callers that are not users: nobody may sign in under them. */
const reservedNames = ["anonymous", "demo", "provider"];

export const userName = z
  .string()
  .max(limits.userNameLength)
  .refine((name) => /^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u.test(name), {
    message: "must start with a letter or digit and hold only letters, digits, . _ @ + and -",
    params: { fault: "not_allowed" },
  })
  // Names that look alike count as the same name.
  .refine((name) => !reservedNames.includes(name.normalize("NFKC").toLowerCase()), {
    message: `must not be one of ${reservedNames.join(", ")}: the history uses these names for others`,
    params: { fault: "not_allowed" },
  })
  .meta({ pattern: "^[A-Za-z0-9][A-Za-z0-9._@+-]*$", description: "The name to sign in with." });
export const displayName = text(limits.nameLength);
export const email = z
  .string()
  .max(limits.emailLength)
  .refine((address) => /^[^\s@<>()[\],;:"\\\p{C}]+@[\p{L}\p{N}.-]+$/u.test(address), {
    message: "must be a mail address, as anna@example.com",
    params: { fault: "not_allowed" },
  })
  .meta({ format: "email", description: "Where links for the user are sent, if the service sends mail." });
/** Any text. The service checks the strength of a new password and gives the reason when it refuses one. */
export const password = z.string().max(limits.passwordLength).meta({ format: "password" });
export const code = z
  .string()
  .max(40)
  .meta({ description: "The six digits of the authenticator, or a recovery code." });

export const user = z
  .object({
    id: z.string(),
    name: z.string(),
    displayName: z.string(),
    email: z.string().nullable(),
    active: z.boolean(),
    secondStep: z.boolean().meta({ description: "True if sign-in also asks for an authenticator code." }),
    password: z.boolean().meta({ description: "False if the user signs in without a password." }),
    passkeys: z.int().meta({ description: "The number of passkeys." }),
    grants: z.array(grant),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "User" });

export const userCreate = z
  .strictObject({
    name: userName,
    displayName: displayName.nullish(),
    email: email.nullish(),
    password: password.nullish(),
    grants: grants.nullish(),
  })
  .meta({
    id: "UserCreate",
    examples: [
      { name: "anna", password: "a long one of your own", grants: [{ role: "editor", project: "aurora-market" }] },
    ],
  });

export const userPatch = z
  .strictObject({
    displayName: displayName.optional(),
    email: email.nullish(),
    active: z.boolean().optional(),
    password: password.optional().meta({ description: "A new password; ends every session of the user." }),
    secondStep: z.literal(false).optional().meta({ description: "`false` removes a lost authenticator." }),
    passkeys: z.literal(0).optional().meta({ description: "`0` removes all passkeys, as of a stolen device." }),
    grants: grants.optional().meta({ description: "All grants of the user; replaces the grants they have." }),
  })
  .meta({ id: "UserPatch", examples: [{ active: false }] });

export const apiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    grants: z.array(grant),
    createdBy: z.string().meta({ description: "The person, also if they created it with another key." }),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable().meta({ description: "Precise to the minute." }),
  })
  .meta({ id: "ApiKey" });

const keyName = text(limits.userNameLength).min(1);
const expiresAt = moment;

export const apiKeyCreate = z
  .strictObject({ name: keyName, grants: grants.min(1), expiresAt: expiresAt.nullish() })
  .meta({
    id: "ApiKeyCreate",
    examples: [{ name: "nightly import", grants: [{ role: "editor", project: "aurora-market" }] }],
  });

export const apiKeyPatch = z
  .strictObject({ name: keyName.optional(), grants: grants.min(1).optional(), expiresAt: expiresAt.nullish() })
  .meta({ id: "ApiKeyPatch", examples: [{ name: "import" }] });

export const createdApiKey = apiKey
  .extend({ secret: z.string().meta({ description: "The key itself, for `Authorization: Bearer`. Shown only once." }) })
  .meta({ id: "CreatedApiKey" });

/** Who the caller is, how to sign in, and what the caller may do. */
export const session = z
  .object({
    access: z
      .enum(["open", "required"])
      .meta({ description: "`open`: no sign-in is needed, and everyone may do everything." }),
    signIn: z.object({
      password: z.boolean(),
      provider: z
        .object({ label: z.string(), url: z.string() })
        .nullable()
        .meta({ description: "The identity provider, and the path that starts a sign-in with it." }),
      firstUser: z
        .boolean()
        .meta({ description: "True while there are no users; the link printed at startup creates the first." }),
      mail: z.boolean().meta({ description: "True if the service sends mail: a forgotten password can be replaced." }),
    }),
    who: z
      .object({
        kind: z.enum(["user", "key"]),
        id: z.string(),
        name: z.string(),
        displayName: z.string(),
        secondStep: z.boolean(),
      })
      .nullable()
      .meta({ description: "null if the caller has not signed in." }),
    grants: z.array(grant),
  })
  .meta({ id: "Session" });

export const signIn = z
  .strictObject({ name: text(limits.userNameLength), password, code: code.nullish() })
  .meta({ id: "SignIn", examples: [{ name: "anna", password: "a long one of your own" }] });

export const firstUser = z
  .strictObject({ token: z.string().max(200), name: userName, password })
  .meta({ id: "FirstUser", examples: [{ token: "from the link", name: "anna", password: "a long one of your own" }] });

export const openSession = z
  .object({
    id: z.string(),
    user: z.string(),
    current: z.boolean(),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    address: z.string(),
    userAgent: z.string(),
  })
  .meta({ id: "OpenSession" });

export const emailChange = z
  .strictObject({ password, email: email.nullable() })
  .meta({ id: "EmailChange", examples: [{ password: "…", email: "anna@example.com" }] });

export const secondStepStart = z
  .strictObject({
    password,
    code: code.nullish().meta({ description: "A code of the current authenticator, if there is one." }),
  })
  .meta({ id: "SecondStepStart", examples: [{ password: "…" }] });
export const secondStepSecret = z
  .object({ secret: z.string(), uri: z.string().meta({ description: "An `otpauth:` URI for a QR code." }) })
  .meta({ id: "SecondStepSecret" });
export const secondStepConfirm = z
  .strictObject({ code })
  .meta({ id: "SecondStepConfirm", examples: [{ code: "123456" }] });
export const recoveryCodes = z
  .object({
    recoveryCodes: z.array(z.string()).meta({ description: "Each code works once. Shown only in this response." }),
  })
  .meta({ id: "RecoveryCodes" });
export const secondStepRemoval = z
  .strictObject({ password, code })
  .meta({ id: "SecondStepRemoval", examples: [{ password: "…", code: "123456" }] });

const auditEntry = z
  .object({
    seq: z.int(),
    at: z.iso.datetime(),
    event: z.enum(auditEvents),
    actor: z.string().meta({ description: "The user or key that did it." }),
    subject: z.string().meta({ description: "The user, key or other object that it was done to." }),
    address: z.string(),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "AuditEntry" });

export const auditPage = z
  .object({
    entries: z.array(auditEntry),
    next: z.int().nullable().meta({ description: "The value of `before` for the next page; null on the last page." }),
  })
  .meta({ id: "AuditPage" });

export const auditQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .optional()
    .meta({ type: "integer", description: "Only entries older than this `seq`." }),
  event: z.enum(auditEvents).optional(),
  who: z.string().max(limits.idLength).optional().meta({
    description:
      "Only entries in which this user or key is `actor` or `subject`. Give the name as the entries show it.",
  }),
});

export const sessionsQuery = z.object({
  user: z.string().max(limits.idLength).optional().meta({ description: "The id of another user; only for admins." }),
});

export type User = z.infer<typeof user>;
export type UserPatch = z.infer<typeof userPatch>;
export type ApiKey = z.infer<typeof apiKey>;
export type Session = z.infer<typeof session>;
export type OpenSession = z.infer<typeof openSession>;
export type AuditEntry = z.infer<typeof auditEntry>;
