import { connect } from "node:net";

/** Sends `text` as it is, which no client library does with a malformed request, and returns the whole answer. */
export function sendRaw(url: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text, "latin1"));
    socket.on("data", (bytes) => {
      received += bytes;
      if (isWhole(received)) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(received));
  });
}

function isWhole(answer: string): boolean {
  const [head = "", body] = answer.split(/\r\n\r\n(.*)/s);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return body !== undefined && length !== undefined && Buffer.byteLength(body) >= Number(length);
}
