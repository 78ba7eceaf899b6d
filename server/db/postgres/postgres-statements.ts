import { type Bounded, BoundedMap } from "../../memory/bounded-map.ts";
import type { Query } from "../sql.ts";

type Text = Query["text"];

/** The forms of one text, made on first use. */
type Forms = Bounded & {
  plain: string;
  locking?: string;
  numbering?: string;
};

/** Limit for composed texts: a client decides which fields an update names and how long a list is. */
const composedBytes = 4 * 1024 * 1024;
/** At most this many forms of a text. */
const copies = 3;
const overhead = 500;

/** Statements in the syntax of PostgreSQL, with `$1` for `?`. Each text is converted on first use. */
export class PostgresStatements {
  /** By the template in our code, so their number is fixed. */
  readonly #written = new Map<TemplateStringsArray, Forms>();
  readonly #composed = new BoundedMap<Forms>(composedBytes);

  plain(text: Text): string {
    return this.#of(text).plain;
  }

  /**
   * Locks the rows, then takes the number of the change that follows. NO KEY: other transactions can still add rows
   * that refer to a locked row by a foreign key.
   */
  locking(text: Text): string {
    const forms = this.#of(text);
    forms.locking ??= `with locked as materialized (${forms.plain} for no key update)
        select nextval('changes_seq_seq') as number from (select count(*) from locked) as held`;
    return forms.locking;
  }

  /** Reads a row, and takes the number of the change that follows. */
  numbering(text: Text): string {
    const forms = this.#of(text);
    forms.numbering ??= `select nextval('changes_seq_seq') as number, taken.* from (${forms.plain}) as taken`;
    return forms.numbering;
  }

  #of(text: Text): Forms {
    const known = typeof text === "string" ? this.#composed.get(text) : this.#written.get(text);
    if (known) return known;
    const plain = numbered(text);
    const forms: Forms = { plain, size: plain.length * copies + overhead, used: false };
    if (typeof text === "string") this.#composed.set(text, forms);
    else this.#written.set(text, forms);
    return forms;
  }
}

function numbered(text: Text): string {
  let count = 0;
  if (typeof text !== "string") return text.reduce((before, part) => `${before}$${++count}${part}`);
  return text.replace(/'[^']*'|\?/g, (found) => (found === "?" ? `$${++count}` : found));
}
