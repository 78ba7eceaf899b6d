/** In ascending order: each role may do everything that the roles before it may. */
export const roles = ["viewer", "translator", "editor", "admin"] as const;
export type Role = (typeof roles)[number];

export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);
