/**
 * The ETag of a single resource: the version of its row, for If-Match, and a hash of what else is shown: the
 * language, the current id of its parent, the tree below it; or of the bytes, where that is simpler.
 */
export function versionedEtag(version: number, shown: string | Uint8Array): string {
  return `"${version.toString(36)}.${Bun.hash.xxHash32(shown).toString(36)}"`;
}

export function contentEtag(body: string | Uint8Array): string {
  return `"${Bun.hash.xxHash64(body).toString(36)}"`;
}

/** If-None-Match compares weakly: a proxy that compressed the answer may have marked the tag with W/. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** What If-Match asks for: nothing, or that the resource is as it was at one of these versions. */
export type Precondition = { versions: readonly number[] } | undefined;

/** A tag that this service never gave out has version -1, which is no version of anything. */
export function precondition(ifMatch: string | null): Precondition {
  if (ifMatch === null || ifMatch.trim() === "*") return undefined;
  const versions = ifMatch.split(",").map((tag) => {
    const digits = /^\s*(?:W\/)?"([0-9a-z]{1,10})\.[0-9a-z]+"\s*$/.exec(tag)?.[1];
    return digits === undefined ? -1 : Number.parseInt(digits, 36);
  });
  return { versions };
}
