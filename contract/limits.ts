/** The limits of the contract, and those it leaves open. Validation, the OpenAPI document and the editor all read them here. */
export const limits = {
  defaultPage: 1,
  defaultLimit: 20,
  maxLimit: 500,
  historyLimit: 50,
  nameLength: 500,
  idLength: 200,
  urlLength: 2048,
  textLength: 20_000,
  attributeKeyLength: 500,
  attributeValueLength: 10_000,
  attributes: 500,
  images: 200,
  imageBytes: 20 * 1024 * 1024,
  /** Of one picture, or of one frame of an animation. */
  imagePixels: 50_000_000,
  /** Of all frames of an animation together. */
  animationPixels: 200_000_000,
  animationFrames: 2_000,
  /** Of a colour profile, unpacked. */
  imageProfileBytes: 4 * 1024 * 1024,
  imagesPerUpload: 50,
  itemKeyLength: 200,
  /** Of a file that is imported. */
  importBytes: 1024 ** 3,
  /** Of a file that is imported: five full sheets of a workbook. */
  importRows: 5_000_000,
  /** The last row of a file that can be its header. */
  importHeaderRow: 10_000,
  /** In an archive beside a file that is imported. */
  importPictures: 5_000,
  importMappings: 200,
  /** Names in a path of an imported row, and those of them that are created. Deeper subcategories are named by id. */
  importPathDepth: 1_000,
  importNewDepth: 50,
  /** Categories and subcategories that a file creates. */
  importNewSubcategories: 50_000,
  /** Imports of a project that are kept, with their rows. */
  importsKept: 50,
  tags: 200,
  tagLength: 200,
  commentLength: 10_000,
  authorLength: 200,
  clientIdLength: 100,
  presentClients: 500,
  secretOverlapSeconds: 30 * 86_400,
  commentsPerItem: 1_000,
  /** People that one comment can mention; further names are plain text. */
  mentionsPerComment: 50,
  /** People that the list of whom to mention shows. */
  peopleShown: 20,
  /** Notices of one person; the oldest go first. */
  notices: 200,
  /** Items whose open comments are counted at once. */
  countedItems: 100,
  bulkIds: 10_000,
  /** Things that an undo changed, and fields that it kept, in its answer. */
  undoListed: 500,
  /** Of each of these lists, as JSON. */
  undoListedCharacters: 250_000,
  /** Rows of one request, each with values of its own. */
  rows: 1_000,
  /** Items of a bulk request that a dry run shows. */
  bulkPreview: 20,
  /** Text replacements of one bulk request. */
  bulkReplacements: 20,
  searchLength: 500,
  /** Results of one search in a project. */
  findLimit: 100,
  wordsLimit: 1_000,
  /** Values of one facet. */
  facetValues: 1_000,
  /** A list in a query parameter. */
  listLength: 4_000,
  /** Ancestors shown with a result; the nearest ones. */
  foundPath: 50,
  /** Saved views of one person or key in a project, the shared ones included. */
  viewsPerOwner: 100,
  sharedViews: 200,
  viewNameLength: 100,
  viewColumns: 50,
  viewColumnLength: 50,
  viewDays: 3_650,
  cursorLength: 400,
  idempotencyKeyLength: 255,
  userNameLength: 100,
  emailLength: 254,
  /** Of one person. */
  passkeys: 20,
  passkeyNameLength: 100,
  /** Of each part of a browser's answer. */
  passkeyFieldLength: 4_096,
  /** How long an invitation is valid. */
  invitationDays: 30,
  shortestPassword: 10,
  passwordLength: 1_000,
  bodyBytes: 4 * 1024 * 1024,
  /** For requests without sign-in. Enough for the longest name and password, however they are escaped. */
  publicBodyBytes: 16 * 1024,
  /** A list has up to 300 views. Enough for more words than an address can hold. */
  viewBodyBytes: 32 * 1024,
  /** Members of objects and elements of arrays in one body. Enough for 10,000 ids, or all texts of an item in a dozen languages. */
  bodyValues: 20_000,
  /** The same for requests in which a client may send back a whole tree that it read. */
  treeBodyValues: 300_000,
  /** The same for 1,000 rows with all their fields, and a few tags each. */
  rowsBodyValues: 60_000,
  /** Different member names in one body: there are about 40 fields, and a key for each language. */
  bodyKeys: 1_000,
  /** Faults listed in one answer, and the length of each pointer. */
  faults: 50,
  pointerLength: 200,
  /** How long the body of a JSON request may take to arrive. */
  bodyMs: 30_000,
  pathLength: 8_192,
} as const;
