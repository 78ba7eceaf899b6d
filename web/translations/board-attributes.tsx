import { Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { cellsOf, formerRows, type Pair, type PairPart, storedCells, withLeft } from "./attribute-cells.ts";
import type { BoardKey } from "./board-keys.ts";
import { SourceText } from "./board-source.tsx";
import { BoardText } from "./board-text.tsx";
import { asText } from "./translation.ts";

type Props = {
  original: Pair[];
  /** The original that the translation was made from, if it has changed since. */
  former: Pair[] | undefined;
  value: Pair[] | undefined;
  /** Nothing was typed since the board was read. */
  untouched: boolean;
  describedBy: string | undefined;
  language: string;
  /** Names the record on the screen. */
  field: string;
  place: ReactNode;
  labelOf(part: string): string;
  change(next: Pair[] | undefined): void;
  leave(): void;
  onKey(key: BoardKey): void;
};

const parts = ["key", "value"] as const;

/** The attributes of an item, each name and value beside its translation. */
export function BoardAttributes({ original, former, value, untouched, field, place, change, ...rest }: Props) {
  const { board } = useLater();
  const stored = cellsOf(original, value, untouched ? former : undefined);
  const [left, setLeft] = useState(() => new Set(emptyIn(stored)));
  const cells = withLeft(stored, original, (at, part) => left.has(cellKey(at, part)));
  const stands = cells.some(({ key, value: text }) => key || text);
  const before = former && formerRows(original, former);
  const removed = former?.filter((_, at) => !before?.includes(at)) ?? [];
  const type = (at: number, part: PairPart, text: string) => {
    const next = cells.map((cell, one) => (one === at ? { ...cell, [part]: text } : cell));
    setLeft(new Set(emptyIn(next)));
    change(storedCells(original, next));
  };
  return (
    <div className="board-pairs board-text" data-field={field}>
      <div>{place}</div>
      {cells.map((cell, at) => {
        const source = original[at];
        const was = before && former?.[before[at] ?? -1];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a property has no identity but its position
          <div className="board-pair" key={at}>
            <div className="board-pair-source">
              {source &&
                parts.map((part) => (
                  <div key={part}>
                    <SourceText text={source[part]} before={changedFrom(before && (was?.[part] ?? ""), source[part])} />
                  </div>
                ))}
            </div>
            <div>
              {parts.map((part) => (
                <Cell
                  key={part}
                  {...rest}
                  number={at + 1}
                  part={part}
                  source={source?.[part] ?? ""}
                  // What an empty cell is stored as, once another is translated.
                  placeholder={stands ? source?.[part] : undefined}
                  text={cell[part]}
                  change={(text) => type(at, part, text)}
                />
              ))}
            </div>
          </div>
        );
      })}
      {removed.length > 0 && (
        <Text size="xs" c="dimmed" className="board-before">
          {board.removed} <del lang="en">{asText(removed)}</del>
        </Text>
      )}
    </div>
  );
}

const cellKey = (at: number, part: PairPart) => `${at}.${part}`;
const emptyIn = (cells: Pair[]) =>
  cells.flatMap((cell, at) => parts.filter((part) => cell[part] === "").map((part) => cellKey(at, part)));

/** What a text was before, if that was another. */
const changedFrom = (before: string | undefined, now: string) => (before === now ? undefined : before);

type CellProps = Pick<Props, "labelOf" | "describedBy" | "language" | "leave" | "onKey"> & {
  number: number;
  part: PairPart;
  source: string;
  placeholder: string | undefined;
  text: string;
  change(text: string): void;
};

function Cell({ number, part, source, text, labelOf, ...rest }: CellProps) {
  const t = useText();
  return (
    <BoardText
      {...rest}
      label={labelOf(part === "key" ? t.attributes.keyOf(number) : t.attributes.valueOf(number))}
      value={text}
      hasLines={source.includes("\n")}
    />
  );
}
