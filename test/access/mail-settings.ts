import type { MailSettings } from "../../server/people/mailer.ts";
import type { MailServer } from "../support/mail-server.ts";

export const mailPassword = "the secret of the mail server";

/** The settings of a service that sends its mails to the mail server of a test. */
export const mailSettingsFor = ({ port }: MailServer): MailSettings => ({
  host: "127.0.0.1",
  port,
  secure: false,
  requireTls: false,
  user: "catalog",
  password: mailPassword,
  from: "Catalog <catalog@example.com>",
});
