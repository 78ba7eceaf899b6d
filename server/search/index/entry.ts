/** What the index knows of a category, a subcategory or an item. */
export type Entry = {
  key: number;
  kind: Kind;
  /** The node that holds an item; a category or subcategory itself. */
  place: number;
  /** The version of its row: the number of its last change. */
  version: number;
  /** Who made that change; empty where the log does not reach back so far. */
  actor: string;
  /** The name, and the other names by language. */
  name: string;
  names: Readonly<Record<string, string>>;
  /** Everything else that search looks at, in all languages. */
  texts: readonly string[];
  tags: readonly string[];
  badges: readonly string[];
  visible: boolean;
  hasPicture: boolean;
  hasComments: boolean;
  priority: number;
  price: number;
  discount: number;
  quantity: number;
  currency: string;
  /** Which texts it has, which are translated and which of those are outdated; see text-states.ts. */
  textState: string;
};

export const kinds = ["category", "subcategory", "item"] as const;
type Kind = (typeof kinds)[number];
