import type { ReactNode } from "react";

/**
 * Our own line drawings, on 120 by 80. All have the same ground, the subject in the colour of quiet text, and one detail in
 * the colour of the editor.
 */
const drawn = (subject: string, detail: string, dashed = false): ReactNode => (
  <>
    <path
      d="M20 52c-5-17 7-36 33-39s48 8 49 31-15 29-42 29-35-4-40-21z"
      style={{ fill: "var(--mantine-color-iris-light)", stroke: "none" }}
    />
    <path d={subject} />
    <path d={detail} strokeDasharray={dashed ? "3 4" : undefined} style={{ stroke: "var(--mantine-color-anchor)" }} />
  </>
);

const search = drawn("M72 38a16 16 0 1 1-32 0a16 16 0 1 1 32 0zM68 50l14 14", "M51 33l10 10M61 33l-10 10");
const bubble = "M40 22h40a5 5 0 0 1 5 5v20a5 5 0 0 1-5 5H60l-11 10V52h-9a5 5 0 0 1-5-5V27a5 5 0 0 1 5-5z";
const clock = "M43 29a20 20 0 1 1-3 15M43 18v11h11";
const shield = "M60 18l20 7v14c0 13-8 21-20 26-12-5-20-13-20-26V25z";
const cards = "M36 20h22a4 4 0 0 1 4 4v6M52 50H36a4 4 0 0 1-4-4V24a4 4 0 0 1 4-4M40 42l6-14 6 14M42.500 37h7";
const secondCard = "M60 34h22a4 4 0 0 1 4 4v22a4 4 0 0 1-4 4H60a4 4 0 0 1-4-4V38a4 4 0 0 1 4-4z";

export const emptyPictures = {
  /** A shop. */
  projects: drawn(
    "M38 33l5-12h34l5 12zM38 33c0 4 2.500 7 5.500 7s5.500-3 5.500-7c0 4 2.500 7 5.500 7s5.500-3 5.500-7c0 4 2.500 7 5.500 7" +
      "s5.500-3 5.500-7c0 4 2.500 7 5.500 7s5.500-3 5.500-7M42 40v23h36V40",
    "M54 63V50h12v13",
  ),
  /** A folder. */
  catalog: drawn(
    "M40 24h13l5 6h22a3 3 0 0 1 3 3v27a3 3 0 0 1-3 3H40a3 3 0 0 1-3-3V27a3 3 0 0 1 3-3z",
    "M60 39v14M53 46h14",
  ),
  /** A hand pointer on the rows of a tree. */
  choose: drawn("M34 24h30M42 36h26M42 48h18M34 60h22M34 24v24h4", "M70 42l17 7-7.500 3.500-3.500 7.500z"),
  /** A node whose children are missing. */
  branch: drawn("M38 18h26v12H38zM44 30v30h8M44 42h8", "M54 36h30v12H54zM54 54h30v12H54z", true),
  /** An open box. */
  leaf: drawn(
    "M40 38l20 8 20-8v20l-20 8-20-8zM60 46v20M40 38l-7-7 20-8 7 7 7-7 20 8-7 7M40 38l20-8 20 8",
    "M60 10v10M55 15h10",
  ),
  /** Shelves. */
  items: drawn("M36 18v48M84 18v48M36 38h48M36 60h48", "M44 24h12v14H44zM62 46h14v14H62z", true),
  noItem: search,
  noNode: search,
  noChange: search,
  noEntry: search,
  changes: drawn(clock, "M60 33v12l8 5"),
  trash: drawn("M42 28h36M53 28v-6h14v6M45 28l3 36h24l3-36", "M55 37l1 18M65 37l-1 18"),
  comments: drawn(bubble, "M46 33h28M46 41h17"),
  resolvedComments: drawn(bubble, "M51 37l6 6 12-12"),
  itemComments: drawn(bubble, "M46 33h28M46 41h17"),
  /** A bell. */
  mentions: drawn(
    "M60 20c-9 0-15 7-15 15 0 12-5 14-5 18h40c0-4-5-6-5-18 0-8-6-15-15-15zM60 20v-4M54 58a6 6 0 0 0 12 0",
    "M82 24l5-4M85 33h6",
  ),
  undo: drawn("M45 34h25a12 12 0 0 1 0 24H52", "M55 24L45 34l10 10"),
  /** Two cards, one with a letter and one with its translation. */
  translated: drawn(cards + secondCard, "M64 49l5 5 10-10"),
  noneMissing: drawn(cards + secondCard, "M64 49l5 5 10-10"),
  noneStale: drawn(cards + secondCard, "M64 49l5 5 10-10"),
  texts: drawn(cards, secondCard, true),
  keys: drawn("M60 42a11 11 0 1 1-22 0a11 11 0 1 1 22 0zM60 42h26v8M76 42v6", "M52 42a3 3 0 1 1-6 0a3 3 0 1 1 6 0z"),
  people: drawn("M60 33a9 9 0 1 1-18 0a9 9 0 1 1 18 0zM34 63c0-11 7-17 17-17s17 6 17 17z", "M80 32v14M73 39h14"),
  audit: drawn(shield, "M51 41l7 7 12-14"),
  /** A sheet that goes up. */
  imports: drawn(
    "M45 16h22l10 10v36a3 3 0 0 1-3 3H45a3 3 0 0 1-3-3V19a3 3 0 0 1 3-3zM67 16v10h10",
    "M60 56V37M52 44l8-8 8 8",
  ),
};
