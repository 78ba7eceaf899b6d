import { type Bounded, BoundedMap } from "../../memory/bounded-map.ts";
import type { Query } from "../sql.ts";

type Text = Query["text"];

/** What has been made of a text so far. */
type Turned = Bounded & {
  plain: string;
  locking?: string;
  numbering?: string;
};

/** For texts that are put together: a client decides which fields an update names and how long a list is. */
const composedBytes = 4 * 1024 * 1024;
/** All that is made of a text, at the most. */
const copies = 3;
const overhead = 500;

/** A statement as PostgreSQL wants it, `$1` for `?`. Each text is turned once and then found by its identity. */
export class PostgresStatements {
  /** By the place in our own code where they are written: so many and no more. */
  readonly #written = new Map<TemplateStringsArray, Turned>();
  readonly #composed = new BoundedMap<Turned>(composedBytes);

  plain(text: Text): string {
    return this.#of(text).plain;
  }

  /**
   * Locks the rows and then takes the number for the change that is to come. NO KEY: rows that refer to a locked one by
   * a foreign key can still be added by others.
   */
  locking(text: Text): string {
    const turned = this.#of(text);
    turned.locking ??= `with locked as materialized (${turned.plain} for no key update)
        select nextval('changes_seq_seq') as number from (select count(*) from locked) as held`;
    return turned.locking;
  }

  /** Reads a row, and takes the number for its change that is to come. */
  numbering(text: Text): string {
    const turned = this.#of(text);
    turned.numbering ??= `select nextval('changes_seq_seq') as number, taken.* from (${turned.plain}) as taken`;
    return turned.numbering;
  }

  #of(text: Text): Turned {
    const known = typeof text === "string" ? this.#composed.get(text) : this.#written.get(text);
    if (known) return known;
    const plain = numbered(text);
    const turned: Turned = { plain, size: plain.length * copies + overhead, used: false };
    if (typeof text === "string") this.#composed.set(text, turned);
    else this.#written.set(text, turned);
    return turned;
  }
}

function numbered(text: Text): string {
  let count = 0;
  if (typeof text !== "string") return text.reduce((before, part) => `${before}$${++count}${part}`);
  return text.replace(/'[^']*'|\?/g, (found) => (found === "?" ? `$${++count}` : found));
}
