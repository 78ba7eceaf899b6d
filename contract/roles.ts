/** From the least to the most: each role may do what those before it may. */
export const roles = ["viewer", "translator", "editor", "admin"] as const;
export type Role = (typeof roles)[number];

export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);
