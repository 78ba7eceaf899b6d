/** What a file may contain. Larger than anything that an export writes, and small beside the memory of a service. */
export const readLimits = {
  /** Characters of a cell: 200 addresses of pictures have 400,000. */
  cell: 4 * 1024 * 1024,
  /** Characters of a row. */
  row: 8 * 1024 * 1024,
  /** Rows of a batch. */
  batch: 500,
  /** Files in a workbook. */
  entries: 10_000,
  /** Bytes that a part of a workbook may have unpacked, whatever its size packed. */
  anyPart: 100 * 1024 * 1024,
  /** Beyond that, how many times its packed size it may have: workbooks have 5 to 60. */
  ratio: 200,
  /** And at most. */
  part: 8 * 1024 ** 3,
  /** Packed bytes of all different texts of a workbook, which are held in memory. */
  sharedTexts: 128 * 1024 * 1024,
  mergedRanges: 100_000,
} as const;
