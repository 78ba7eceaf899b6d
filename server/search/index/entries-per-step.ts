/** Entries of a segment that are looked at in one step. Loops over them take several times as long in a generator. */
export const entriesPerStep = 16_384;
