import { fold } from "../../contract/fold.ts";

/**
 * The label that typed letters find, from the active one on and around the end: first those that begin with them, then
 * those that contain them. The same letter again goes on to the next label. -1 if there is none.
 */
export function nextMatch(labels: readonly string[], active: number, typed: string): number {
  const letters = fold(typed);
  const first = letters.charAt(0);
  const isOneLetter = letters === first.repeat(letters.length);
  const wanted = isOneLetter ? first : letters;
  const from = isOneLetter ? active + 1 : Math.max(0, active);
  const around = labels.map((_, by) => (from + by) % labels.length);
  const textAt = (at: number) => fold(labels[at] ?? "").trim();
  return around.find((at) => textAt(at).startsWith(wanted)) ?? around.find((at) => textAt(at).includes(wanted)) ?? -1;
}
