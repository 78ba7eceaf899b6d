import type { InterfaceLanguage } from "../../contract/constants.ts";

/** What the texts of a mail name. */
type MailFacts = { shop: string; name: string; by: string; url: string; until: string };

type Mail = { subject: string; text: string };
type Words = Record<"invitation" | "reset", (facts: MailFacts) => Mail>;

const english: Words = {
  invitation: ({ shop, name, by, url, until }) => ({
    subject: `Invitation to ${shop}`,
    text: `Hello,

${by} invites you to work on the catalog of ${shop}. Your name there is ${name}.

Open this link to set a password and sign in:

${url}

The link works once, until ${until}. If you did not expect it, you can ignore this mail.
`,
  }),
  reset: ({ shop, name, url, until }) => ({
    subject: `New password for ${shop}`,
    text: `Hello,

with this link you can set a new password for ${name} at ${shop}:

${url}

The link works once, until ${until}. If you did not ask for it, you can ignore this mail: your password stays as it is.
`,
  }),
};

const russian: Words = {
  invitation: ({ shop, name, by, url, until }) => ({
    subject: `Приглашение: ${shop}`,
    text: `Здравствуйте!

${by} приглашает вас работать с каталогом «${shop}». Ваше имя для входа: ${name}.

Откройте ссылку, чтобы задать пароль и войти:

${url}

Ссылка сработает один раз и действует до ${until}. Если вы её не ждали, просто не отвечайте на это письмо.
`,
  }),
  reset: ({ shop, name, url, until }) => ({
    subject: `Новый пароль: ${shop}`,
    text: `Здравствуйте!

По этой ссылке можно задать новый пароль для ${name} («${shop}»):

${url}

Ссылка сработает один раз и действует до ${until}. Если вы её не запрашивали, ничего не делайте: пароль останется прежним.
`,
  }),
};

export const mailWords: Record<InterfaceLanguage, Words> = { en: english, ru: russian };
