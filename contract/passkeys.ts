import { z } from "zod";
import { code, password } from "./access.ts";
import { text } from "./fields.ts";
import { limits } from "./limits.ts";

const answerExample = {
  id: "from the browser",
  rawId: "from the browser",
  type: "public-key",
  response: { clientDataJSON: "…", authenticatorData: "…", signature: "…" },
} as const;
const newAnswerExample = { ...answerExample, response: { clientDataJSON: "…", attestationObject: "…" } };

const encoded = z.string().max(limits.passkeyFieldLength);

/** What `PublicKeyCredential.toJSON` gives in a browser: WebAuthn adds members, so others are allowed. */
const passkeyAnswer = z
  .looseObject({
    id: encoded,
    rawId: encoded,
    type: z.literal("public-key"),
    response: z.looseObject({
      clientDataJSON: encoded,
      authenticatorData: encoded,
      signature: encoded,
      userHandle: encoded.nullish(),
    }),
  })
  .meta({ id: "PasskeyAnswer", description: "An AuthenticationResponseJSON of WebAuthn." });

const newPasskeyAnswer = z
  .looseObject({
    id: encoded,
    rawId: encoded,
    type: z.literal("public-key"),
    response: z.looseObject({ clientDataJSON: encoded, attestationObject: encoded }),
  })
  .meta({ id: "NewPasskeyAnswer", description: "A RegistrationResponseJSON of WebAuthn." });

export const passkeyRequestOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ id: "PasskeyRequestOptions", description: "A PublicKeyCredentialRequestOptionsJSON of WebAuthn." });

export const passkeyCreationOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ id: "PasskeyCreationOptions", description: "A PublicKeyCredentialCreationOptionsJSON of WebAuthn." });

const passkeyName = text(limits.passkeyNameLength).min(1);

export const passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Passkey" });

/** How a person shows again that it is them: with the password, or with a passkey they have. */
const proof = {
  password: password.nullish(),
  code: code.nullish().meta({ description: "A code of the authenticator, if there is one." }),
  passkey: passkeyAnswer.nullish(),
};

export const passkeyStart = z
  .strictObject(proof)
  .meta({ id: "PasskeyStart", examples: [{ password: "a long one of your own" }] });

export const passkeySignIn = z
  .strictObject({ passkey: passkeyAnswer })
  .meta({ id: "PasskeySignIn", examples: [{ passkey: answerExample }] });

export const passkeyCreate = z
  .strictObject({ name: passkeyName, passkey: newPasskeyAnswer })
  .meta({ id: "PasskeyCreate", examples: [{ name: "Phone", passkey: newAnswerExample }] });

export const passkeyByLink = z
  .strictObject({ token: z.string().max(200), name: passkeyName, passkey: newPasskeyAnswer })
  .meta({
    id: "PasskeyByLink",
    examples: [{ token: "from the link", name: "Phone", passkey: newAnswerExample }],
  });

export const passkeyPatch = z
  .strictObject({ name: passkeyName })
  .meta({ id: "PasskeyPatch", examples: [{ name: "Phone" }] });

export const passwordChange = z
  .strictObject({
    current: password.nullish(),
    passkey: passkeyAnswer.nullish().meta({ description: "In place of `current`, for a user without a password." }),
    next: password,
  })
  .meta({ id: "PasswordChange", examples: [{ current: "the old one", next: "a long one of your own" }] });

export const account = z
  .object({
    email: z.string().nullable(),
    password: z.boolean().meta({ description: "False if the user signs in without a password." }),
    passkeys: z.array(passkey),
  })
  .meta({ id: "Account" });

export type Passkey = z.infer<typeof passkey>;
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;
export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswer>;
