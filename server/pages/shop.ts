import { DatabaseUnavailable, type Db, type Reader } from "../db/db.ts";
import { allProjects } from "../projects/projects.sql.ts";

const product = "Catalog Backoffice";

/** The name and the logo that people know, for the pages and mails that reach them before the editor does. */
export type Shop = { name: string; logoUrl: string };

/** `given` is SHOP_NAME. Without it, a service with one active project has the name of that project. */
export async function shopOf(reader: Reader, given: string | undefined): Promise<Shop> {
  const [only, ...others] = (await allProjects(reader)).filter(({ active }) => active === 1);
  const alone = only && others.length === 0 ? only : undefined;
  return { name: given ?? (alone?.display_name || product), logoUrl: alone?.logo_url ?? "" };
}

/** The name of the installation, if nothing else is known. */
export const productShop = (given: string | undefined): Shop => ({ name: given ?? product, logoUrl: "" });

/** A page is shown even if the database is away: the person then reads that the service cannot answer. */
export async function shopOrProduct(db: Db, given: string | undefined): Promise<Shop> {
  try {
    return await db.read((reader) => shopOf(reader, given));
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return productShop(given);
    throw error;
  }
}
