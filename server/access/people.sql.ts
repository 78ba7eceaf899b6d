import type { Reader } from "../db/db.ts";
import { composed, type Value } from "../db/sql.ts";

/** A person who can be named in a comment. */
export type PersonRow = { key: number; id: string; name: string; folded_name: string; display_name: string };

/** More people than a list is looked through for. */
const mostPeople = 5_000;

/**
 * The active users who see what is in a subcategory, by name: all of them, or those with these folded names. One
 * statement for any number of people, other than `sees`, which asks for one caller.
 */
export function peopleWhoSee(
  reader: Reader,
  { projectKey, subcategoryKey }: { projectKey: number; subcategoryKey: number },
  foldedNames?: readonly string[],
): Promise<PersonRow[]> {
  const named: readonly (Value | readonly Value[])[] = foldedNames ? [foldedNames] : [];
  return reader.all<PersonRow>(
    composed(
      `with recursive above (link, next) as (
          select key, parent_key from subcategories where key = ?
          union all
          select s.key, s.parent_key from subcategories s join above on s.key = next
        )
        select u.key, u.id, u.name, u.folded_name, u.display_name from users u
        where u.active = 1 ${foldedNames ? "and u.folded_name in (?)" : ""} and exists (
          select 1 from grants g where g.holder_kind = 'user' and g.holder_key = u.key
            and (g.project_key is null or g.project_key = ?)
            and (g.node_key is null or g.node_key in (select link from above)
              or g.node_key = (select category_key from subcategories where key = ?))
        )
        order by u.folded_name limit ?`,
      [subcategoryKey, ...named, projectKey, subcategoryKey, mostPeople],
    ),
  );
}
