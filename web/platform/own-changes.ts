/** Change sets of this tab: their events bring nothing new. */
const own = new Set<string>();
const remembered = 500;

export function rememberOwn(changeSetId: string | null) {
  if (!changeSetId) return;
  own.add(changeSetId);
  for (const oldest of own) {
    if (own.size <= remembered) break;
    own.delete(oldest);
  }
}

export const isOwn = (changeSetId: string) => own.has(changeSetId);
