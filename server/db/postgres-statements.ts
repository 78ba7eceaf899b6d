import { log, logNumber } from "./log-table.ts";
import type { Query } from "./sql.ts";

type Text = Query["text"];

/** A statement as PostgreSQL wants it, `$1` for `?`. Each text is turned once and then found by its identity. */
export class PostgresStatements {
  readonly #plain = new Map<Text, string>();
  readonly #returning = new Map<Text, string>();
  readonly #locking = new Map<Text, string>();
  readonly #numbered = new Map<Text, string>();
  readonly #numbering = new Map<Text, string>();
  readonly #entryColumns = new Map<Text, string[]>();

  plain(text: Text): string {
    return kept(this.#plain, text, () => numbered(text));
  }

  returning(text: Text, column: string): string {
    return kept(this.#returning, text, () => `${numbered(text)} returning ${column}`);
  }

  /**
   * Locks the rows and then takes the number for the change that is to come. NO KEY: rows that refer to a locked one by
   * a foreign key can still be added by others.
   */
  locking(text: Text): string {
    return kept(
      this.#locking,
      text,
      () => `with locked as materialized (${numbered(text)} for no key update)
        select nextval('${log}_${logNumber}_seq') as number from (select count(*) from locked) as held`,
    );
  }

  /** Reads a row, and takes the number for its change that is to come. */
  numbering(text: Text): string {
    return kept(
      this.#numbering,
      text,
      () => `select nextval('${log}_${logNumber}_seq') as number, taken.* from (${numbered(text)}) as taken`,
    );
  }

  /** The columns that an entry of the log gives, in order. Undefined for any other insert. */
  entryColumns(text: Text): string[] | undefined {
    let columns = this.#entryColumns.get(text);
    if (!columns) {
      const list = new RegExp(`^insert into ${log} \\(([^)]*)\\)`).exec(numbered(text))?.[1];
      columns = list?.split(",").map((name) => name.trim()) ?? [];
      this.#entryColumns.set(text, columns);
    }
    return columns.length > 0 ? columns : undefined;
  }

  /** An entry of the log whose number is known already: the last value. Undefined for any other insert. */
  numberedEntry(text: Text, values: number): string | undefined {
    const made = kept(this.#numbered, text, () => {
      const plain = numbered(text);
      if (!plain.startsWith(`insert into ${log} (`)) return "";
      return plain
        .replace(`insert into ${log} (`, `insert into ${log} (${logNumber}, `)
        .replace(/values\s*\(/, `values ($${values + 1}, `);
    });
    return made === "" ? undefined : made;
  }
}

function kept(texts: Map<Text, string>, text: Text, make: () => string): string {
  let found = texts.get(text);
  if (found === undefined) {
    found = make();
    texts.set(text, found);
  }
  return found;
}

function numbered(text: Text): string {
  let count = 0;
  if (typeof text !== "string") return text.reduce((before, part) => `${before}$${++count}${part}`);
  return text.replace(/'[^']*'|\?/g, (found) => (found === "?" ? `$${++count}` : found));
}
