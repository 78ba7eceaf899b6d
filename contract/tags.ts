/** The parts of the API, in the order in which its reference shows them, and what each is about. */
export const tags = {
  Projects:
    "A project is the catalog of one marketplace. Whoever has the role of an admin can create and change projects.",
  Categories: "The first level of a catalog. A category holds subcategories, never items.",
  Subcategories: "The tree below a category, to any depth. A subcategory holds either subcategories or items.",
  Items: "What is sold. Items are in the leaves of the tree: one by one, by their own keys, or many in one request.",
  Comments: "What people say about an item, and whether it is settled.",
  Notices: "What the caller was told: the comments that mention them.",
  History: "Every change of the catalog: to read, to undo and to restore from.",
  Session: "Signing in and out.",
  Account: "What people change about themselves: password, mail address, second step, passkeys.",
  Users: "The people who sign in, their grants, and the links that invite them.",
  Keys: "API keys, with which programs sign in.",
  Audit: "Who signed in, and who changed users, keys and grants.",
  Images: "Pictures. The service stores them and serves them, in any of its sizes, under `/uploads`.",
  Live: "Changes as they happen, and who else is at work.",
  Search: "Items of a whole project: filtered, sorted, counted and found by words.",
  "Import and export": "Items and the tree as Excel, CSV and JSONL, and back.",
  Translations: "What is translated, what is missing, and what changed since it was translated.",
  Views: "Saved filters and columns of the list of items, one's own or shared.",
  Webhooks: "Changes sent to other services, signed as Standard Webhooks describes it.",
} as const;

export type Tag = keyof typeof tags;
