import { createServer, type Socket } from "node:net";

type TakenMail = { to: string[]; subject: string; text: string };

export type MailServer = {
  port: number;
  mails: TakenMail[];
  /** The first line of each answer to RCPT TO; undefined to take all mails. */
  refusal: string | undefined;
  stop(): Promise<void>;
};

/** The subject and the text of a message with one part, as nodemailer writes it. */
function read(raw: string): Omit<TakenMail, "to"> {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const headers = head.replace(/\r\n[ \t]+/g, " ");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(headers)?.[1] ?? "";
  const words = (text: string) =>
    text
      .replace(/\?=\s+=\?/g, "?==?")
      .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, coded: string) =>
        kind.toLowerCase() === "b" ? Buffer.from(coded, "base64").toString() : quoted(coded.replaceAll("_", " ")),
      );
  const body = rest.join("\r\n\r\n");
  const encoding = header("content-transfer-encoding").toLowerCase();
  const text =
    encoding === "base64"
      ? Buffer.from(body, "base64").toString()
      : encoding === "quoted-printable"
        ? quoted(body.replace(/=\r\n/g, ""))
        : body;
  return { subject: words(header("subject")), text: text.replaceAll("\r\n", "\n") };
}

const quoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();

/** A mail server on loopback that takes every mail, without encryption. */
export async function startMailServer(): Promise<MailServer> {
  const mails: TakenMail[] = [];
  const open = new Set<Socket>();
  const state: Pick<MailServer, "refusal"> = { refusal: undefined };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => undefined);
    let waiting = "";
    let message: string | undefined;
    let to: string[] = [];
    const say = (line: string) => socket.write(`${line}\r\n`);
    const command = (line: string) => {
      if (/^EHLO/i.test(line)) socket.write("250-test\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n");
      else if (/^AUTH/i.test(line)) say("235 ok");
      else if (/^RCPT/i.test(line)) {
        to.push(/<(.*)>/.exec(line)?.[1] ?? "");
        say(state.refusal ?? "250 ok");
      } else if (/^DATA/i.test(line)) {
        message = "";
        say("354 go on");
      } else if (/^QUIT/i.test(line)) {
        say("221 bye");
        socket.end();
      } else say("250 ok");
    };
    socket.on("data", (bytes) => {
      waiting += bytes.toString();
      for (let end = waiting.indexOf("\r\n"); end >= 0; end = waiting.indexOf("\r\n")) {
        const line = waiting.slice(0, end);
        waiting = waiting.slice(end + 2);
        if (message === undefined) command(line);
        else if (line === ".") {
          mails.push({ to, ...read(message) });
          [message, to] = [undefined, []];
          say("250 taken");
        } else message += `${line.replace(/^\.\./, ".")}\r\n`;
      }
    });
    say("220 test");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  return Object.assign(state, {
    port,
    mails,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        for (const socket of open) socket.destroy();
      }),
  });
}
