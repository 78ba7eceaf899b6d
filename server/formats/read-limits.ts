/** What a file may contain. Larger than anything that an export writes, and small beside the memory of a service. */
export const readLimits = {
  /** Characters of a cell: 200 addresses of pictures have 400,000. */
  cell: 4 * 1024 * 1024,
  /** Characters of a row: as JSON it is read on the main thread, in one piece. */
  row: 4 * 1024 * 1024,
  /** Characters of the name of a column: the key of an attribute has 500 at most. */
  columnName: 1_000,
  /** And of all of them: they are in every answer about an import. */
  columnNames: 128 * 1024,
  /** Rows of a batch. */
  batch: 500,
  /** Characters of a batch, but for its last row. */
  batchSize: 1024 * 1024,
  /** Levels of arrays and objects in a line of JSON. */
  depth: 32,
  /** Files in a workbook, and what they refer to. */
  entries: 10_000,
  /** Bytes of the directory of an archive. */
  directory: 16 * 1024 * 1024,
  /** Bytes that a file may unpack to, whatever its own size. */
  anyFile: 100 * 1024 * 1024,
  /** Beyond that, how many times its own size: workbooks have 5 to 60. */
  ratio: 200,
  /** And at most. */
  unpacked: 8 * 1024 ** 3,
  /** How often a part is unpacked: for its header, its merged ranges and its rows. */
  passes: 3,
  /** Packed bytes of all different texts of a workbook, which are held in memory. */
  sharedTexts: 128 * 1024 * 1024,
  /** Formats of the cells of a workbook. Excel has 65,490. */
  formats: 100_000,
  mergedRanges: 100_000,
  /** Rows that a spreadsheet of OpenDocument does not hold but repeats: a line of it can describe a million. */
  repeatedRows: 100_000,
} as const;

/** Bytes that a file of this size may unpack to, and characters that it may describe. */
export const mostUnpacked = (size: number): number =>
  Math.min(readLimits.unpacked, Math.max(readLimits.anyFile, size * readLimits.ratio));
