type Socket = Awaited<ReturnType<typeof Bun.connect>>;

export type BareStream = { socket: Socket; readOn(): void; readonly closed: boolean };

/** Opens a stream on a raw socket. With `takes` false it reads nothing until `readOn` is called. */
export function openStream(url: string, path: string, takes: boolean): Promise<BareStream> {
  let reads = takes;
  const { hostname, port, host } = new URL(url);
  let closed = false;
  return new Promise((resolve, reject) => {
    Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (socket) => void socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`),
        data: (socket) => {
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
          });
        },
        close: () => {
          closed = true;
        },
      },
    }).catch(reject);
  });
}
