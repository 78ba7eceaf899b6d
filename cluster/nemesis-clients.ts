import { randomUUID } from "node:crypto";
import { Collection, Register } from "./nemesis-model.ts";
import { type Asked, type Reply, Requests, Tally } from "./nemesis-requests.ts";
import type { ServiceNode } from "./service-node.ts";

const fields = ["quantity", "price", "priority"] as const;
const mostItems = 8;
const mostComments = 4;
const pauseMs = 50;
/** At the end all nodes are up, and an answer can only be late. */
const mostTries = 1_000;

/** An item that several writers change at once: each increments its own field, and all of them comment. */
type SharedItem = { id: string; registers: Map<string, Register>; comments: Collection };
/** A leaf of one writer, which increments its name, and creates and deletes its items. */
type Leaf = { id: string; name: Register; items: Collection };

type Findings = { wrong: string[]; doubled: string[] };
/** Something that can be read. `expect` records what the read must show, at the time it begins. */
type View = { path: string; expect: () => (body: unknown) => Findings };

/** One kind of write: how to do it, and the view that shows it. Returns the node that acknowledged it. */
type Act = { view: View; run: () => Promise<ServiceNode | undefined> };

type Options = { nodes: readonly ServiceNode[]; projectId: string; writers: number; readers: number };
type Random = (end: number) => number;

/** Writers and readers that send each request to any node, and the model of the answers. */
export class Clients {
  readonly tally = new Tally();
  readonly #nodes: readonly ServiceNode[];
  readonly #below: Random;
  readonly #requests: Requests;
  readonly #views: View[] = [];
  readonly #seen = new Map<string, { etag: string; body: unknown }>();
  #running: Promise<unknown> = Promise.resolve();
  #stopped = false;

  private constructor(nodes: readonly ServiceNode[], below: Random) {
    this.#nodes = nodes;
    this.#below = below;
    this.#requests = new Requests(nodes, below, this.tally);
  }

  static async start({ nodes, projectId, writers, readers }: Options, below: Random): Promise<Clients> {
    const clients = new Clients(nodes, below);
    const acts = await clients.#prepare(projectId, writers);
    const reading = Array.from({ length: readers }, () => clients.#keepReading());
    clients.#running = Promise.all([...acts.map((each) => clients.#keepWriting(each)), ...reading]);
    return clients;
  }

  /** Cuts every connection on which a client waits. */
  cut(): void {
    this.#requests.cut();
  }

  /** Each writer learns the outcome of its last request, and then everything is read again from every node. */
  async finish(): Promise<void> {
    this.#stopped = true;
    await this.#running;
    for (const node of this.#nodes) {
      for (const view of this.#views) {
        let found = await this.#read(view, node);
        for (let tries = 0; !found && tries < mostTries; tries++) {
          await Bun.sleep(pauseMs);
          found = await this.#read(view, node);
        }
        if (!found) this.tally.wrong.add(`GET ${view.path} got no answer at the end`);
        else for (const words of found.wrong) this.tally.lost.add(words);
      }
    }
  }

  /** Ends without waiting for missing answers. */
  async abandon(): Promise<void> {
    this.#stopped = true;
    this.#requests.abandon();
    await this.#running;
  }

  /** Creates a category with a leaf for each writer and one that they share. Returns the writes of each writer. */
  async #prepare(projectId: string, writers: number): Promise<Act[][]> {
    const category = await this.#make(`/api/projects/${projectId}/categories`, "Nemesis");
    const subcategories = `/api/categories/${category}/subcategories`;
    const shelf = await this.#make(subcategories, "Shared");
    const leaves: Leaf[] = [];
    const acts: Act[][] = [];
    let item: SharedItem | undefined;
    const tree = treeView(subcategories, leaves);
    this.#views.push(tree);
    for (let writer = 0; writer < writers; writer++) {
      const field = fields[writer % fields.length] ?? fields[0];
      if (!item || field === fields[0]) {
        const id = await this.#make(`/api/subcategories/${shelf}/items`, "Shared");
        item = { id, registers: new Map(), comments: new Collection(`comment on ${id}`) };
        this.#views.push(itemView(item));
      }
      const register = new Register(`${field} of ${item.id}`);
      item.registers.set(field, register);
      const id = await this.#make(subcategories, "Leaf 0");
      const leaf = { id, name: new Register(`the name of ${id}`), items: new Collection(`item of ${id}`) };
      leaves.push(leaf);
      this.#views.push(listView(leaf));
      acts.push(this.#acts(item, { field, register }, leaf, tree));
    }
    return acts;
  }

  async #make(path: string, name: string): Promise<string> {
    const reply = await this.#write({ method: "POST", path, body: { name } });
    if (!reply) throw new Error(`The nodes did not create "${name}": ${[...this.tally.wrong]}`);
    return (reply.body as { id: string }).id;
  }

  #acts(item: SharedItem, own: { field: string; register: Register }, leaf: Leaf, tree: View): Act[] {
    const setField = { view: itemView(item), run: this.#fieldWriter(`/api/items/${item.id}`, own) };
    const comments = `/api/items/${item.id}/comments`;
    const comment = {
      view: itemView(item),
      run: this.#comingAndGoing(item.comments, mostComments, {
        makeAt: comments,
        body: (text) => ({ text }),
        removeAt: (id) => `${comments}/${id}`,
      }),
    };
    const stock = {
      view: listView(leaf),
      run: this.#comingAndGoing(leaf.items, mostItems, {
        makeAt: `/api/subcategories/${leaf.id}/items`,
        body: (name) => ({ name }),
        removeAt: (id) => `/api/items/${id}`,
      }),
    };
    const rename = { view: tree, run: this.#renamer(leaf) };
    // Most writes are field edits, as in real use.
    return [setField, setField, setField, comment, stock, stock, rename];
  }

  /**
   * Saves a field as an editor does, with the version that it knows, or as a program does, with an Idempotency-Key. Either
   * way a late request, which its client has given up, changes nothing.
   */
  #fieldWriter(path: string, { field, register }: { field: string; register: Register }): Act["run"] {
    let etag: string | undefined;
    return async () => {
      const number = register.next();
      const asked = { method: "PATCH", path, body: { [field]: number } };
      let reply: Reply | undefined;
      if (this.#below(3) === 0) reply = await this.#write(asked);
      else {
        etag ??= (await this.#requests.send({ method: "GET", path }))?.etag;
        if (etag === undefined) return undefined;
        const headers = { "if-match": etag };
        const answered = await this.#requests.settle({ ...asked, headers }, () => this.#readAny());
        if (answered?.status === 412) this.tally.refused++;
        else if (this.#isAcknowledged(answered, asked)) reply = answered;
      }
      etag = reply?.etag;
      if (reply) register.acknowledge(number);
      return reply?.node;
    };
  }

  /** Creates one more, or removes the oldest if there are enough. */
  #comingAndGoing(
    collection: Collection,
    most: number,
    { makeAt, body, removeAt }: { makeAt: string; body: (name: string) => unknown; removeAt: (id: string) => string },
  ): Act["run"] {
    const own: { id: string; name: string }[] = [];
    return async () => {
      const oldest = own.length >= most ? own.shift() : undefined;
      if (oldest) {
        collection.removing(oldest.name);
        const reply = await this.#write({ method: "DELETE", path: removeAt(oldest.id) });
        if (reply) collection.removed(oldest.name);
        return reply?.node;
      }
      const name = collection.next();
      const reply = await this.#write({ method: "POST", path: makeAt, body: body(name) });
      if (!reply) return undefined;
      collection.made(name);
      own.push({ id: (reply.body as { id: string }).id, name });
      return reply.node;
    };
  }

  #renamer({ id, name }: Leaf): Act["run"] {
    return async () => {
      const number = name.next();
      const body = { name: `Leaf ${number}` };
      const reply = await this.#write({ method: "PATCH", path: `/api/subcategories/${id}`, body });
      if (reply) name.acknowledge(number);
      return reply?.node;
    };
  }

  /** A write that is done once, however often it is sent. Returns the reply that acknowledged it. */
  async #write(asked: Asked): Promise<Reply | undefined> {
    const headers = { "idempotency-key": randomUUID() };
    const reply = await this.#requests.settle({ ...asked, headers }, () => this.#readAny());
    return this.#isAcknowledged(reply, asked) ? reply : undefined;
  }

  #isAcknowledged(reply: Reply | undefined, { method, path }: Asked): reply is Reply {
    if (!reply) return false;
    if (reply.status < 300) {
      this.tally.acknowledge(reply.node);
      return true;
    }
    this.tally.wrong.add(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return false;
  }

  /** Reads the write from the node that acknowledged it or from another. */
  async #keepWriting(acts: readonly Act[]): Promise<void> {
    while (!this.#stopped) {
      const act = acts[this.#below(acts.length)];
      const node = await act?.run();
      if (act) await this.#readNow(act.view, this.#below(2) === 0 ? node : undefined);
    }
  }

  async #keepReading(): Promise<void> {
    while (!this.#stopped) await this.#readAny();
  }

  async #readAny(): Promise<void> {
    const view = this.#views[this.#below(this.#views.length)];
    if (view) await this.#readNow(view);
  }

  async #readNow(view: View, node?: ServiceNode): Promise<void> {
    const found = await this.#read(view, node);
    if (!found) await Bun.sleep(pauseMs);
    else if (found.wrong.length > 0) this.tally.staleReads++;
    for (const words of found?.wrong ?? []) this.tally.stale.add(words);
  }

  /** The faults in what a node shows; undefined without an answer. */
  async #read({ path, expect }: View, node?: ServiceNode): Promise<Findings | undefined> {
    const findings = expect();
    const known = this.#seen.get(path);
    const reply = await this.#requests.send(
      { method: "GET", path, ...(known ? { headers: { "if-none-match": known.etag } } : {}) },
      node,
    );
    if (!reply || reply.status === 503) return undefined;
    this.tally.reads++;
    if (reply.status === 200 && reply.etag !== undefined) this.#seen.set(path, { etag: reply.etag, body: reply.body });
    else if (reply.status !== 304) {
      this.tally.wrong.add(`GET ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      return undefined;
    }
    const found = findings(reply.status === 304 ? known?.body : reply.body);
    for (const words of found.doubled) this.tally.doubled.add(words);
    return found;
  }
}

function itemView({ id, registers, comments }: SharedItem): View {
  return {
    path: `/api/items/${id}`,
    expect: () => {
      const known = [...registers].map(([field, register]) => ({ field, register, floor: register.acknowledged }));
      const expected = comments.expected();
      return (body) => {
        const item = body as Record<string, number> & { comments: { text: string }[] };
        const found = comments.faultsOf(
          item.comments.map(({ text }) => text),
          expected,
        );
        const wrong = known.flatMap(({ field, register, floor }) => register.faultsOf(item[field] ?? -1, floor));
        return { ...found, wrong: [...wrong, ...found.wrong] };
      };
    },
  };
}

function listView({ id, items }: Leaf): View {
  return {
    path: `/api/subcategories/${id}/items?limit=500`,
    expect: () => {
      const expected = items.expected();
      return (body) =>
        items.faultsOf(
          (body as { items: { name: string }[] }).items.map(({ name }) => name),
          expected,
        );
    },
  };
}

function treeView(path: string, leaves: readonly Leaf[]): View {
  return {
    path,
    expect: () => {
      const floors = leaves.map(({ name }) => name.acknowledged);
      return (body) => {
        const names = new Map((body as { id: string; name: string }[]).map(({ id, name }) => [id, name]));
        const wrong = leaves.flatMap(({ id, name }, index) =>
          name.faultsOf(Number(names.get(id)?.replace("Leaf ", "") ?? -1), floors[index] ?? 0),
        );
        return { wrong, doubled: [] };
      };
    },
  };
}
