/**
 * The allowed values and defaults of fields. The editor imports this module, `limits.ts`, `roles.ts`, `languages.ts`,
 * `errors.ts` and `routes.ts`, so they import nothing. From modules with schemas it imports only types.
 */

/** The project with items that a first start creates. The editor shows people around in it. */
export const demoProjectId = "aurora-market";

export const currencies = ["USD", "EUR", "RUB", "GBP", "UAH"] as const;
/** The predefined badges. Any other string is allowed too. */
export const predefinedBadges = ["new", "sale", "exclusive", "hot", "limited", "bestseller", "featured"] as const;

export const itemDefaults = {
  visible: true,
  priority: 0,
  quantity: 0,
  price: 0,
  discount: 0,
  currency: "USD",
  imgs: [],
  tags: [],
  badges: [],
  simpleDescription: "",
  description: [],
  translations: {},
} as const;

/** The widths in which a picture can be requested. The list is fixed so that nobody can fill the disk with variants. */
export const imageWidths = [64, 128, 240, 320, 480, 640, 960, 1280, 1920, 2560] as const;
export const imageFormats = ["webp", "avif", "jpeg"] as const;
export const imageFits = ["cover", "contain"] as const;
/** Focal points are rounded to tenths, which limits the number of variants. */
export const focalSteps = 10;

/** The filters, orders and counts of a search in a project. */
export const listModes = ["any", "all", "none"] as const;
export const sortFields = [
  "relevance",
  "name",
  "price",
  "pays",
  "discount",
  "quantity",
  "changed",
  "priority",
] as const;
export const facetNames = ["tags", "badges", "currency", "within", "visible"] as const;

export const exportFormats = ["csv", "xlsx", "jsonl"] as const;
export const exportSheets = ["items", "tree", "template"] as const;
export const separators = ["comma", "semicolon", "tab"] as const;
/** The separators of CSV that are read. */
export const readSeparators = [...separators, "pipe"] as const;
export type ReadSeparator = (typeof readSeparators)[number];
export const separatorSigns = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  pipe: "|",
} as const satisfies Record<ReadSeparator, string>;

/** The encodings of texts that are read. */
export const encodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "koi8-r",
  "ibm866",
  "iso-8859-2",
  "iso-8859-15",
  "macintosh",
  "ibm850",
  "ibm852",
  "windows-1253",
  "windows-1254",
  "gb18030",
] as const;
export type Encoding = (typeof encodings)[number];

export const importStates = [
  "checking",
  "checked",
  "running",
  "stopped",
  "done",
  "failed",
  "undoing",
  "undone",
] as const;
export const importStatuses = ["created", "changed", "unchanged", "refused"] as const;

export const translationStates = ["todo", "missing", "stale", "all"] as const;

/** Which comments of a project: those that the caller wrote, or those that mention them. */
export const commentLists = ["mine", "mentioning"] as const;

export const changeKinds = ["category", "subcategory", "item"] as const;
/** What happened to a thing. `restore`: it was deleted, and an undo restored it with everything below it. */
/** What events are about: an import has one event, and not one for each item. */
export const eventKinds = [...changeKinds, "import"] as const;

export const changeActions = ["create", "update", "delete", "restore"] as const;

export const auditEvents = [
  "sign_in",
  "sign_in_failed",
  "sign_out",
  "session_revoked",
  "user_created",
  "user_changed",
  "user_deleted",
  "password_changed",
  "second_step_added",
  "second_step_removed",
  "grants_changed",
  "key_created",
  "key_changed",
  "key_revoked",
  "project_created",
  "project_changed",
  "catalog_restored",
  "invitation_created",
  "invitation_accepted",
  "invitation_revoked",
  "reset_link_created",
  "password_reset",
  "passkey_added",
  "passkey_removed",
] as const;

/** The languages of the interface, of the pages before it, and of mails. */
export const interfaceLanguageCodes = ["en", "ru", "de", "es", "zh"] as const;
export type InterfaceLanguage = (typeof interfaceLanguageCodes)[number];
export const isInterfaceLanguage = (code: string | null | undefined): code is InterfaceLanguage =>
  interfaceLanguageCodes.some((one) => one === code);

/** What a link lets a person do. */
export const linkKinds = ["invitation", "reset"] as const;

export type AuditEvent = (typeof auditEvents)[number];

/** An editor that sends no signal for this long counts as closed. */
export const presenceExpiresMs = 30_000;
/** How often an editor signals that it is still open. */
export const presenceRenewMs = 10_000;

/** The paths of the editor's screens, which `web/router.tsx` lists. All of them are the same page. */
export const screenPath = /^\/(?:projects(?:\/.*)?|people|account)?$/;
