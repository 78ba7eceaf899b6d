import { connect, createServer, type Socket } from "node:net";

/** The first message of a client has no type; every other one starts with a letter. */
type Message = { type: string; bytes: Buffer };

/** Splits incoming data into whole messages. */
function reader(startup: boolean, onMessage: (message: Message) => void) {
  let buffer = Buffer.alloc(0);
  let first = startup;
  return (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const offset = first ? 0 : 1;
      if (buffer.length < offset + 4) return;
      const length = offset + buffer.readUInt32BE(offset);
      if (buffer.length < length) return;
      const bytes = buffer.subarray(0, length);
      buffer = buffer.subarray(length);
      const type = first ? "startup" : String.fromCharCode(bytes[0] as number);
      first = false;
      onMessage({ type, bytes });
    }
  };
}

type Server = { socket: Socket; deliver: (message: Message) => void };
type Client = {
  socket: Socket;
  server: Server | undefined;
  waiting: Buffer[];
  queued: boolean;
};

const authenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const keyData = Buffer.from([0x4b, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1]);

/**
 * Like pgbouncer in transaction mode: any number of clients share a few server connections, and each transaction, or
 * statement outside of one, may use another. So session state cannot be relied on. As with pgbouncer before 1.21, the first
 * answer outside of a transaction counts as the last one, and answers to what was sent in the meantime are lost. The first
 * clients authenticate with the server; later ones are accepted without authentication.
 */
export async function startTransactionPooler(target: { host: string; port: number }, size: number) {
  const idle: Server[] = [];
  const queue: Client[] = [];
  let made = 0;

  function give(client: Client): void {
    const server = idle.shift();
    if (!server) {
      if (!client.queued) queue.push(client);
      client.queued = true;
      return;
    }
    client.queued = false;
    client.server = server;
    server.deliver = (message) => {
      client.socket.write(message.bytes);
      if (message.type !== "Z" || message.bytes[5] !== 0x49) return;
      client.server = undefined;
      release(server);
    };
    for (const bytes of client.waiting.splice(0)) server.socket.write(bytes);
  }

  function release(server: Server): void {
    server.deliver = () => {};
    idle.push(server);
    const next = queue.shift();
    if (next) give(next);
  }

  function signIn(client: Client, startup: Buffer): Server {
    made++;
    const socket = connect({ port: target.port, host: target.host, noDelay: true });
    const server: Server = { socket, deliver: () => {} };
    server.deliver = ({ type, bytes }) => {
      client.socket.write(bytes);
      if (type !== "Z") return;
      client.server = undefined;
      release(server);
    };
    socket.on(
      "data",
      reader(false, (message) => server.deliver(message)),
    );
    socket.on("error", () => client.socket.destroy());
    socket.write(startup);
    return server;
  }

  const listener = createServer({ noDelay: true }, (socket) => {
    const client: Client = { socket, server: undefined, waiting: [], queued: false };
    socket.on("error", () => {});
    socket.on(
      "data",
      reader(true, ({ type, bytes }) => {
        if (type === "startup") {
          if (made < size) client.server = signIn(client, bytes);
          else socket.write(Buffer.concat([authenticated, keyData, ready]));
        } else if (type === "X") {
          socket.end();
        } else {
          if (client.server) client.server.socket.write(bytes);
          else {
            client.waiting.push(bytes);
            give(client);
          }
        }
      }),
    );
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    get servers() {
      return made;
    },
    stop(): void {
      listener.close();
      for (const { socket } of idle) socket.destroy();
    },
  };
}
