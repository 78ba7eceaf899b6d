/**
 * The ETag of a single resource: the version of its row, for If-Match, and a hash of everything else in the response:
 * the language, the current id of its parent, the tree below it. Or a hash of the bytes, where that is simpler.
 */
export function versionedEtag(version: number, shown: string | Uint8Array): string {
  return `"${version.toString(36)}.${Bun.hash.xxHash32(shown).toString(36)}"`;
}

export function contentEtag(body: string | Uint8Array): string {
  return `"${Bun.hash.xxHash64(body).toString(36)}"`;
}

/** If-None-Match compares weakly: a proxy that compresses a response may prefix its tag with W/. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** What If-Match requires: nothing, or that the resource is unchanged since one of these versions. */
export type Precondition = { versions: readonly number[] } | undefined;

/** A tag that this service did not issue gets version -1, which no row has. */
export function precondition(ifMatch: string | null): Precondition {
  if (ifMatch === null || ifMatch.trim() === "*") return undefined;
  const versions = ifMatch.split(",").map((tag) => {
    const digits = /^\s*(?:W\/)?"([0-9a-z]{1,10})\.[0-9a-z]+"\s*$/.exec(tag)?.[1];
    return digits === undefined ? -1 : Number.parseInt(digits, 36);
  });
  return { versions };
}
