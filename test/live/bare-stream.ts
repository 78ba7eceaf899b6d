const tailLength = 100;

type Socket = Awaited<ReturnType<typeof Bun.connect>>;

export type BareStream = {
  socket: Socket;
  readOn(): void;
  readonly closed: boolean;
  /** What came last: a body that came whole ends with an empty chunk. */
  readonly tail: string;
};

/**
 * Opens a stream on a raw socket. With `takes` false it reads nothing until `readOn` is called. Each of the headers ends
 * with a line break.
 */
export function openStream(url: string, path: string, takes: boolean, headers = ""): Promise<BareStream> {
  let reads = takes;
  const { hostname, port, host } = new URL(url);
  let closed = false;
  let tail = "";
  return new Promise((resolve, reject) => {
    Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (socket) => void socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers}\r\n`),
        data: (socket, bytes) => {
          tail = (tail + bytes.subarray(-tailLength).toString()).slice(-tailLength);
          if (!reads) socket.pause();
          resolve({
            socket,
            readOn() {
              reads = true;
              socket.resume();
            },
            get closed() {
              return closed;
            },
            get tail() {
              return tail;
            },
          });
        },
        close: () => {
          closed = true;
        },
      },
    }).catch(reject);
  });
}
