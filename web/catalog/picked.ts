import type { ItemFilterBody } from "../../contract/found-items.ts";
import { isTemporary } from "../saving/temporary-ids.ts";

/** What something is done with: items that were picked one by one, or everything that matches. */
export type Picked = { ids: readonly string[] } | { where: ItemFilterBody; count: number };

export const countOf = (picked: Picked) => ("ids" in picked ? picked.ids.length : picked.count);

/** Less than the service takes in one request, so that the progress bar moves and a stop takes effect soon. */
export const itemsPerRequest = 1_000;

/** The first part of what is picked, for a request. What the service does not have yet cannot be in it. */
export const firstPart = (picked: Picked) =>
  "ids" in picked
    ? { itemIds: picked.ids.slice(0, itemsPerRequest).filter((id) => !isTemporary(id)) }
    : { where: picked.where, limit: itemsPerRequest };
