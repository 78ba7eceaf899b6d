import { limits } from "../../contract/limits.ts";

/** The forms of a noun after a number, by the rules of the language. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** What the texts of a mail name. */
type MailFacts = { shop: string; name: string; by: string; url: string; until: string };

const seconds: PluralForms = { one: "second", other: "seconds" };

export const wordsEn = {
  signIn: "Sign in",
  name: "Name",
  password: "Password",
  newPassword: "New password",
  passwordHint: `At least ${limits.shortestPassword} characters. Several words are easier to remember than signs.`,
  code: "Code from your authenticator app",
  forgot: "Forgot your password?",
  forgotTitle: "New password",
  forgotHint: "If there is a mail address for your name, we send you a link to set a new password.",
  sendLink: "Send the link",
  linkSent: "If there is a mail address for this name, the link is on its way. It works for a day.",
  backToSignIn: "Back to sign-in",
  byPasskey: "Sign in with a passkey",
  acceptByPasskey: "Use a passkey instead of a password",
  passkey: "Passkey",
  firstUser: "The first user",
  firstUserHint: "This person administers everything, and can invite others.",
  create: "Create and sign in",
  invitation: (shop: string) => `Welcome to ${shop}`,
  invitedBy: ({ by, name }: { by: string; name: string }) =>
    `${by} invites you to work on the catalog. Your name here is ${name}.`,
  accept: "Set password and sign in",
  reset: "New password",
  resetHint: (name: string) => `Set a new password for ${name}. It ends all open sessions.`,
  save: "Set password",
  linkGone: "This link does not work",
  toCatalog: "To the catalog",
  requestId: "Number of the request:",
  seconds,
  errors: {
    missing: {
      title: "There is nothing here",
      text: "The address may be mistyped, or what was here is gone.",
    },
    signIn: {
      title: "The sign-in did not work",
      text: "It took too long, or you have no account here. Try again, or ask an administrator.",
    },
    busy: {
      title: "The service cannot answer right now",
      text: "Wait a moment, then load the page again.",
    },
    broken: {
      title: "Something went wrong",
      text: "It is not your fault. Try again. If it goes on, tell the operator of the service the number below.",
    },
    refused: {
      title: "That is not possible",
      text: "The service does not take this request. The operator can find it by the number below.",
    },
  },
  faults: {
    link_not_valid: "It was used or revoked, has expired, or is not complete. Ask for a new one.",
    sign_in_failed: "The name, password or code is wrong.",
    first_user_failed: "The link does not work any more. Start the service again to get a new one.",
    weak_password: `This password is too easy to guess. Take at least ${limits.shortestPassword} characters, and no common password.`,
    invalid_body: "A name has letters, digits and . _ @ + - only, with a letter or digit first.",
    id_taken: "Another person already has this name.",
    rate_limited: (wait: string) => `Too many attempts. Try again in ${wait}.`,
    passkey_failed: "The passkey did not work. Try again, or use your password.",
    route_not_found: "This service sends no mail. Ask an administrator for a link.",
    unreachable: "The service cannot be reached.",
    failed: "That did not work. Try again, or ask an administrator.",
  },
  mails: {
    invitation: ({ shop, name, by, url, until }: MailFacts) => ({
      subject: `Invitation to ${shop}`,
      text: `Hello,

${by} invites you to work on the catalog of ${shop}. Your name there is ${name}.

Open this link to set a password and sign in:

${url}

The link works once, until ${until}. If you did not expect it, you can ignore this mail.
`,
    }),
    reset: ({ shop, name, url, until }: MailFacts) => ({
      subject: `New password for ${shop}`,
      text: `Hello,

with this link you can set a new password for ${name} at ${shop}:

${url}

The link works once, until ${until}. If you did not ask for it, you can ignore this mail: your password stays as it is.
`,
    }),
  },
};
