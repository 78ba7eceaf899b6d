import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../server/editor/build.ts";
import { createEditor, type Editor } from "../../server/editor/editor.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The address of a service that can be cut off, and that can have another build of the editor. */
export type Front = {
  url: string;
  cut(): Promise<void>;
  /** Answers as a proxy does whose service is away. */
  refuse(): void;
  restore(): void;
  /** Serves an editor whose project list has this title, as after an update of the service. */
  update(title: string): Promise<void>;
  stop(): Promise<void>;
};

async function editorWith(title: string): Promise<Editor> {
  const root = temporaryFolder();
  for (const folder of ["web", "contract", "server/editor"])
    cpSync(join(projectRoot, folder), join(root, folder), { recursive: true });
  symlinkSync(join(projectRoot, "node_modules"), join(root, "node_modules"));
  const words = Bun.file(join(root, "web/platform/i18n/words/en/projects-en.ts"));
  await Bun.write(words, (await words.text()).replace('title: "Projects"', `title: "${title}"`));
  const editor = createEditor({ root, follows: false });
  await editor.prepare();
  return editor;
}

export function startFront(serviceUrl: string): Front {
  let editor: Editor | undefined;
  let refusing = false;
  const answer = async (request: Request): Promise<Response> => {
    if (refusing) return new Response("Bad gateway", { status: 502 });
    const own = await editor?.handle(request);
    if (own) return own;
    // The old editor is gone.
    const { pathname, search } = new URL(request.url);
    if (editor && pathname.startsWith("/assets/")) return new Response(null, { status: 404 });
    const headers = new Headers(request.headers);
    headers.delete("host");
    if (headers.has("origin")) headers.set("origin", serviceUrl);
    const { method, signal, body } = request;
    return fetch(serviceUrl + pathname + search, {
      method,
      headers,
      body,
      signal,
      redirect: "manual",
      decompress: false,
    });
  };
  const listen = (port: number) => Bun.serve({ port, hostname: "127.0.0.1", idleTimeout: 0, fetch: answer });
  let server: ReturnType<typeof listen> | undefined = listen(0);
  const port = server.port ?? 0;
  const stop = async () => {
    await server?.stop(true);
    server = undefined;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    cut: stop,
    refuse() {
      refusing = true;
    },
    restore() {
      refusing = false;
      server ??= listen(port);
    },
    async update(title) {
      editor = await editorWith(title);
    },
    stop,
  };
}
