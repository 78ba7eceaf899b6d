import type { Page } from "playwright-core";

/** Everything that a table of a database of the page holds; nothing if there is no such database. */
export const onDevice = <T>(page: Page, database: string, table: string): Promise<T[]> =>
  page.evaluate(
    async ([database, table]) => {
      if (!(await indexedDB.databases()).some(({ name }) => name === database)) return [];
      return new Promise<never[]>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const listing = opening.result.transaction(table).objectStore(table).getAll();
          listing.onsuccess = () => {
            opening.result.close();
            resolve(listing.result as never[]);
          };
        };
      });
    },
    [database, table] as const,
  );
