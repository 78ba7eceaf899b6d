import type { Transporter } from "nodemailer";
import type { Log } from "../http/logger.ts";
import { Slots } from "../http/slots.ts";
import { withinTime } from "../http/within-time.ts";

export type MailSettings = {
  host: string;
  port: number;
  /** TLS from the start, or after STARTTLS: required, except on loopback. */
  secure: boolean;
  requireTls: boolean;
  user: string | undefined;
  password: string | undefined;
  from: string;
};

/** A server that does not answer must not hold an administrator for longer. */
const patienceMs = 15_000;

/** Loaded with the first mail: it takes 100 ms, a quarter of a start, and many services never send one. */
const library = () => import("nodemailer");

type Mail = { to: string; subject: string; text: string };

/** Why a mail was not sent; undefined if the server has taken it. */
type Failure = string | undefined;

export type Mailer = { send(mail: Mail): Promise<Failure> };

export function createMailer(settings: MailSettings, log: Log): Mailer {
  const { host, port, secure, user, password, from } = settings;
  let transport: Transporter | undefined;
  const connect = async () => {
    const { createTransport } = await library();
    transport ??= createTransport({
      host,
      port,
      secure,
      // Links are secrets: without encryption they go to this machine only.
      requireTLS: settings.requireTls,
      ...(user === undefined ? {} : { auth: { user, pass: password ?? "" } }),
      connectionTimeout: patienceMs / 3,
      greetingTimeout: patienceMs / 3,
      socketTimeout: patienceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return transport;
  };
  const slots = new Slots({
    atOnce: 4,
    mostWaiting: 50,
    detail: "Too many mails are being sent at the moment.",
    retryAfterSeconds: 10,
  });
  return {
    async send(mail) {
      try {
        const sending = slots.run(async () => (await connect()).sendMail({ from, ...mail }));
        await withinTime(sending, patienceMs, () => new Error("The mail server took too long."));
        return undefined;
      } catch (error) {
        const { message, code, responseCode } = error as Error & { code?: string; responseCode?: number };
        // The message may quote the mail, and with it the link.
        log.warn({ code, responseCode }, "a mail was not sent");
        return message;
      }
    },
  };
}
