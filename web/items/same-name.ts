/** Names in another case are the same, as people type them. */
export const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
