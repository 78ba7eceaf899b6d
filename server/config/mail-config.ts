import { isLoopback } from "../http/loopback.ts";
import type { MailSettings } from "../people/mailer.ts";
import type { Access } from "../sign-in/access-settings.ts";
import type { SettingReader } from "./setting-reader.ts";

/** The settings of this part, in the order in which `--help` shows them. */
export const mailSettings = [
  {
    name: "SMTP_URL",
    fallback: "",
    help: "mail server for invitations and new passwords, such as smtps://user:password@mail.example.com:465",
  },
  { name: "MAIL_FROM", fallback: "", help: "sender of these mails, such as Aurora <catalog@example.com>" },
] as const;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Faults never quote SMTP_URL: it has a password. */
export function readMail(
  { value, faults }: Pick<SettingReader, "value" | "faults">,
  access: Access,
  publicUrl: string | undefined,
): MailSettings | undefined {
  const given = value("SMTP_URL");
  const from = value("MAIL_FROM");
  if (given === "") return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const [user, password] = url ? [decoded(url.username), decoded(url.password)] : [];
  const isMail =
    url !== undefined &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== "" &&
    user !== undefined &&
    password !== undefined;
  if (!isMail) faults.push("SMTP_URL must be smtp:// or smtps://, such as smtps://user:password@mail.example.com:465.");
  if (from === "") faults.push("SMTP_URL is set, but MAIL_FROM is missing.");
  if (publicUrl === undefined) faults.push("SMTP_URL is set, but PUBLIC_URL is missing: mails have links.");
  if (access !== "required") {
    faults.push("SMTP_URL is set, but nobody signs in: set ACCESS=required, or remove the mail settings.");
  }
  if (!url || !isMail) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const secure = url.protocol === "smtps:";
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTls: !secure && !isLoopback(host),
    user: user || undefined,
    password,
    from,
  };
}
