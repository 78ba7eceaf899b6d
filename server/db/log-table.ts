/** The log of changes, whose numbers are the versions of all rows, is the one table whose keys the engines give themselves. */
export const log = "changes";
export const logNumber = "seq";
