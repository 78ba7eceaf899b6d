import type { Address } from "../../contract/changes.ts";
import type { Caller } from "../access/caller.ts";
import type { Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import { invalid, Problem } from "../http/problem.ts";
import type { Kind } from "../log/changes.sql.ts";
import { liveTables, nowhere, seesEntity } from "../log/entity-places.sql.ts";
import { deletedEntity } from "../log/missing.sql.ts";
import { addressOf, formerOwner, pathOf } from "../log/old-ids.sql.ts";

/** How many levels up the answer to a dead address looks for an existing ancestor. */
const nearestWithin = 50;

/**
 * Finds where the entity is now that has or ever had this address. The last segment names the entity, whose key tells
 * where it is, so moves and renames above it do not matter. An entity that has the id now wins over one that had it.
 */
export async function resolveAddress(reader: Reader, path: string, caller: Caller): Promise<Address> {
  const segments = segmentsOf(path);
  const asked = pathOf(segments);
  const found = await entitiesNamed(reader, segments.at(-1) as string, segments.length === 1, caller);
  const addresses: Address[] = [];
  for (const { kind, key } of found) {
    const ids = await addressOf(reader, kind, key);
    if (ids.length > 0) {
      addresses.push({ path: pathOf(ids), kind, id: ids.at(-1) as string, ids, moved: pathOf(ids) !== asked });
    }
  }
  const address = addresses.find(({ moved }) => !moved) ?? addresses[0];
  if (!address) throw await gone(reader, segments, caller);
  return address;
}

function segmentsOf(path: string): string[] {
  const segments = path
    .split("/")
    .filter((segment) => segment !== "")
    .map(decoded);
  if (segments.length === 0) {
    throw invalid("invalid_query", [{ pointer: "/path", code: "blank", message: "must have at least one segment" }]);
  }
  return segments;
}

/** No id contains a percent sign, so a segment that was encoded twice is the same segment. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize("NFC").replaceAll("\u0000", "");
  } catch {
    return segment;
  }
}

type Found = { kind: Kind; key: number };

/** The entities with this id, or the last one that had it, if the caller may see them. */
async function entitiesNamed(reader: Reader, id: string, alone: boolean, caller: Caller): Promise<Found[]> {
  const kinds: readonly Kind[] = alone ? ["category", "item", "subcategory"] : ["item", "subcategory"];
  const found: Found[] = [];
  for (const kind of kinds) {
    const row = await reader.get<{ key: number }>(composed(`select key from ${liveTables[kind]} where id = ?`, [id]));
    if (row) found.push({ kind, key: row.key });
  }
  const former = found.length === 0 ? await formerOwner(reader, id) : undefined;
  if (former) found.push({ kind: "subcategory", key: former.key });
  const seen: Found[] = [];
  for (const entity of found) {
    if (await seesEntity(reader, caller, { projectKey: nowhere, ...entity })) seen.push(entity);
  }
  return seen;
}

async function gone(reader: Reader, segments: readonly string[], caller: Caller): Promise<Problem> {
  const id = segments.at(-1) as string;
  const nearest = await nearestAddress(reader, segments.slice(0, -1), caller);
  const members = nearest ? { nearest } : {};
  for (const kind of ["item", "subcategory", "category"] as const) {
    const deleted = await deletedEntity(reader, kind, id, caller);
    if (deleted) return new Problem("not_found", `The ${kind} "${id}" was deleted.`, { deleted, ...members });
  }
  return new Problem("not_found", `Nothing has or had the address "${pathOf(segments)}".`, members);
}

async function nearestAddress(
  reader: Reader,
  segments: readonly string[],
  caller: Caller,
): Promise<Address | undefined> {
  const last = Math.max(0, segments.length - nearestWithin);
  for (let length = segments.length; length > last; length--) {
    const [found] = await entitiesNamed(reader, segments[length - 1] as string, length === 1, caller);
    const ids = found ? await addressOf(reader, found.kind, found.key) : [];
    if (found && ids.length > 0) {
      return { path: pathOf(ids), kind: found.kind, id: ids.at(-1) as string, ids, moved: true };
    }
  }
  return undefined;
}
