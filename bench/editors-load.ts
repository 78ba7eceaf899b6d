import type { Socket } from "bun";

/**
 * Auto-saving editors: each sends a PATCH of one field every 500 ms on its own connection, whether the last one was
 * answered or not. They run in a separate process, so that nothing else delays them.
 *
 * Latency counts from the moment at which a PATCH was due, not from the moment at which it could be sent, so that a stall
 * of the service also counts for the requests that waited behind it.
 */
export type EditorsPlan = {
  port: number;
  paths: string[];
  bodies: string[];
  editors: number;
  warmUpMs: number;
  measuredMs: number;
  cadenceMs: number;
  /** The Authorization header, if the service requires sign-in. */
  authorization?: string;
};
export type EditorsResult = { answered: number; errors: number; p50: number; p99: number; max: number };

type Editor = {
  head: string;
  socket: Socket<Editor> | undefined;
  /** The due times of the PATCHes without an answer; the first one has been sent. */
  due: number[];
  /** The part of the current answer's head that has arrived, and the number of missing bytes after the head. */
  partialHead: string;
  missing: number;
};

const plan = (await Bun.file(process.argv[2] ?? "").json()) as EditorsPlan;
const credentials = plan.authorization === undefined ? "" : `Authorization: ${plan.authorization}\r\n`;
const tails = plan.bodies.map(
  (body) =>
    ` HTTP/1.1\r\nHost: 127.0.0.1\r\n${credentials}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
);
const latencies: number[] = [];
let errors = 0;
let nextTail = 0;
let measuring = false;
let ended = false;

function send(editor: Editor): void {
  const request = editor.head + tails[nextTail++ % tails.length];
  // A request is far smaller than the socket buffer and only one is in flight, so it is written completely or not at all.
  if (editor.socket?.write(request) !== Buffer.byteLength(request)) errors++;
}

function answered(editor: Editor): void {
  const due = editor.due.shift() as number;
  if (measuring) latencies.push(performance.now() - due);
  if (editor.due.length > 0) send(editor);
}

function receive(editor: Editor, data: Buffer): void {
  let from = 0;
  while (from < data.length) {
    if (editor.missing > 0) {
      const taken = Math.min(editor.missing, data.length - from);
      editor.missing -= taken;
      from += taken;
      if (editor.missing === 0) answered(editor);
      continue;
    }
    const end = data.indexOf("\r\n\r\n", from);
    if (end < 0) {
      editor.partialHead += data.toString("latin1", from);
      return;
    }
    const head = editor.partialHead + data.toString("latin1", from, end);
    editor.partialHead = "";
    from = end + 4;
    if (!head.startsWith("HTTP/1.1 200")) errors++;
    editor.missing = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (editor.missing === 0) answered(editor);
  }
}

async function connect(index: number): Promise<Editor> {
  const editor: Editor = {
    head: `PATCH ${plan.paths[index % plan.paths.length]}`,
    socket: undefined,
    due: [],
    partialHead: "",
    missing: 0,
  };
  editor.socket = await Bun.connect<Editor>({
    hostname: "127.0.0.1",
    port: plan.port,
    data: editor,
    socket: {
      data: (socket, data) => receive(socket.data, data),
      error: () => void errors++,
      close: () => void (ended || errors++),
    },
  });
  return editor;
}

const editors: Editor[] = [];
const connectedAtOnce = 200;
for (let start = 0; start < plan.editors; start += connectedAtOnce) {
  const count = Math.min(connectedAtOnce, plan.editors - start);
  editors.push(...(await Promise.all(Array.from({ length: count }, (_, index) => connect(start + index)))));
}

// Editors do not start together: each has a random offset within the cadence.
const schedule = editors.map((editor) => ({ editor, at: Math.random() * plan.cadenceMs })).sort((a, b) => a.at - b.at);
const started = performance.now() + 20;
const end = started + plan.warmUpMs + plan.measuredMs;
let position = 0;
let lap = 0;

await new Promise<void>((resolve) => {
  const ticker = setInterval(() => {
    const now = performance.now();
    measuring = now >= started + plan.warmUpMs;
    if (now >= end) {
      clearInterval(ticker);
      resolve();
      return;
    }
    for (;;) {
      const next = schedule[position];
      if (!next) {
        position = 0;
        lap++;
        continue;
      }
      const due = started + lap * plan.cadenceMs + next.at;
      if (due > now) break;
      next.editor.due.push(due);
      if (next.editor.due.length === 1) send(next.editor);
      position++;
    }
  }, 1);
});
ended = true;
const stopped = performance.now();
// Requests without an answer count with the time that they had waited.
for (const { due } of editors) for (const at of due) latencies.push(stopped - at);
for (const { socket } of editors) socket?.end();

latencies.sort((a, b) => a - b);
const percentile = (share: number) => latencies[Math.ceil(latencies.length * share) - 1] ?? 0;
process.stdout.write(
  JSON.stringify({
    answered: latencies.length,
    errors,
    p50: percentile(0.5),
    p99: percentile(0.99),
    max: percentile(1),
  } satisfies EditorsResult),
);
process.exit(0);
