import { expect } from "bun:test";
import type { ImportChange, ImportFault, ImportRun } from "../../contract/imports.ts";
import { until } from "../support/until.ts";

/** Sends files to a service, and waits for what becomes of them. */
export class Imports {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  send(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.#url + path, { ...init, headers: { ...this.#headers, ...(init.headers as object) } });
  }

  async get<T>(path: string): Promise<T> {
    return (await this.send(path)).json() as Promise<T>;
  }

  posted(contents: string | Uint8Array, query: Record<string, string> = {}): Promise<Response> {
    return this.send(`/api/projects/shop/imports?${new URLSearchParams(query)}`, {
      method: "POST",
      headers: { "content-type": "text/csv" },
      body: contents as BodyInit,
    });
  }

  async start(contents: string | Uint8Array, query: Record<string, string> = {}): Promise<ImportRun> {
    const response = await this.posted(contents, query);
    if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
    return response.json() as Promise<ImportRun>;
  }

  read = (id: string) => this.get<ImportRun>(`/api/imports/${id}`);

  async ended({ id }: Pick<ImportRun, "id">): Promise<ImportRun> {
    let run: ImportRun | undefined;
    await until(async () => {
      run = await this.read(id);
      return !["checking", "running", "undoing"].includes(run.state);
    }, "the import ends");
    return run as ImportRun;
  }

  async run(contents: string | Uint8Array, query: Record<string, string> = {}): Promise<ImportRun> {
    return this.ended(await this.start(contents, query));
  }

  async act({ id }: ImportRun, verb: "resume" | "undo"): Promise<ImportRun> {
    const response = await this.send(`/api/imports/${id}/${verb}`, { method: "POST" });
    expect(response.status).toBe(202);
    return this.ended((await response.json()) as ImportRun);
  }

  async faults({ id }: ImportRun): Promise<ImportFault[]> {
    return (await this.get<{ faults: ImportFault[] }>(`/api/imports/${id}/faults?limit=500`)).faults;
  }

  async changes({ id }: ImportRun, query = ""): Promise<ImportChange[]> {
    return (await this.get<{ changes: ImportChange[] }>(`/api/imports/${id}/changes?limit=500${query}`)).changes;
  }

  async exported(query: Record<string, string>): Promise<Uint8Array> {
    const response = await this.send(`/api/projects/shop/export?${new URLSearchParams(query)}`);
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  }
}
