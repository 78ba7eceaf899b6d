import type { MentionedPerson } from "../../contract/comments.ts";

/** As user names are; the service reads the same out of a text. */
const atName = /(?<![\p{L}\p{N}._@+-])@([\p{L}\p{N}][\p{L}\p{N}._@+-]*)/gu;
const typedName = /(?<![\p{L}\p{N}._@+-])@([\p{L}\p{N}._@+-]*)$/u;

const folded = (name: string) => name.normalize("NFKC").toLowerCase();

/** A part of a comment; `who` is the person that it mentions. */
export type TextPart = { text: string; who?: MentionedPerson };

/** The text of a comment in parts, with those that it mentions. A full stop after a name is not a part of it. */
export function partsOf(text: string, mentions: readonly MentionedPerson[]): TextPart[] {
  const people = new Map(mentions.map((person) => [folded(person.name), person]));
  const parts: TextPart[] = [];
  let at = 0;
  for (const { index, 1: name = "" } of text.matchAll(atName)) {
    const bare = name.replace(/(?<![._@+-])[._@+-]+$/, "");
    const [known = "", who] =
      [name, bare].map((one) => [one, people.get(folded(one))] as const).find((one) => one[1]) ?? [];
    if (!who) continue;
    const end = index + 1 + known.length;
    parts.push({ text: text.slice(at, index) }, { text: text.slice(index, end), who });
    at = end;
  }
  return [...parts, { text: text.slice(at) }].filter((part) => part.text !== "");
}

/** The name that someone is typing behind an @, and where that is; undefined if the caret is elsewhere. */
export function typedMention(text: string, caret: number): { from: number; typed: string } | undefined {
  const found = typedName.exec(text.slice(0, caret));
  return found ? { from: found.index, typed: found[1] ?? "" } : undefined;
}

/** The text with the name in place of what was typed of it, and where the caret is then. */
export function withMention(text: string, from: number, caret: number, name: string): { text: string; caret: number } {
  const rest = text.slice(caret);
  const before = `${text.slice(0, from)}@${name}${/^\s/.test(rest) ? "" : " "}`;
  return { text: before + rest, caret: before.length };
}
