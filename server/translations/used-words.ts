import { fold } from "../../contract/fold.ts";
import type { WordsInUse } from "../../contract/search.ts";
import { inTurns } from "../http/turns.ts";
import { countItems } from "../search/index/item-search.ts";
import type { Asked } from "../search/questions.ts";

/** The tags or badges of the items that the caller sees, those of most items first. */
export async function wordsInUse(
  { index, branches }: Asked,
  list: "tags" | "badges",
  { prefix, limit }: { prefix: string; limit: number },
): Promise<WordsInUse> {
  const counts = (await inTurns(countItems(index, list, branches && index.tree.sees(branches)))) as Map<string, number>;
  const start = fold(prefix);
  const found = [...counts].filter(([word]) => start === "" || fold(word).startsWith(start));
  found.sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1));
  return { words: found.slice(0, limit).map(([word, count]) => ({ word, count })), total: found.length };
}
