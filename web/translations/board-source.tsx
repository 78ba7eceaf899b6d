import { Text } from "@mantine/core";
import { useMemo } from "react";
import type { WorkspaceSearch } from "../catalog/addresses.ts";
import { fieldLabel } from "../catalog/field-names.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { TextLink } from "../widgets/links.tsx";
import type { BoardRow } from "./board-data.ts";
import { differenceOf, type Part } from "./text-difference.ts";

/** A text of the original in full. `before`: what it was when it was translated, if that has changed since. */
export function SourceText({ text, before }: { text: string; before?: string | undefined }) {
  const { board } = useLater();
  const difference = useMemo(() => (before === undefined ? undefined : differenceOf(before, text)), [before, text]);
  if (!difference)
    return (
      <span className="as-written" lang="en" dir="auto">
        {text}
      </span>
    );
  return (
    <>
      <span className="as-written" lang="en" dir="auto">
        <Parts of={difference.after} changed="ins" />
      </span>
      <Text component="span" size="xs" c="dimmed" className="board-before">
        {board.before}{" "}
        <span className="as-written" lang="en" dir="auto">
          <Parts of={difference.before} changed="del" />
        </span>
      </Text>
    </>
  );
}

const Parts = ({ of, changed: Changed }: { of: Part[]; changed: "ins" | "del" }) =>
  of.map(({ text, changed }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its position
    changed ? <Changed key={at}>{text}</Changed> : <span key={at}>{text}</span>,
  );

function searchOf({ entry: { kind, id, path } }: BoardRow): WorkspaceSearch {
  if (kind === "item") return { subcategory: path.at(-1)?.id ?? "", item: id };
  return { [kind]: id, details: true };
}

/** Where a text is in the catalog, with a link to it. */
export function SourcePlace({ projectId, row }: { projectId: string; row: BoardRow }) {
  const t = useText();
  const { board } = useLater();
  const { entry, field } = row;
  const name = entry.name?.original ?? entry.id;
  const above = entry.path.map((one) => one.name);
  const words = field === "name" ? above : [...above, name, fieldLabel(t, field)];
  return (
    <TextLink
      className="board-place"
      size="xs"
      c="dimmed"
      to="/projects/$projectId"
      params={{ projectId }}
      search={searchOf(row)}
    >
      <span className="visually-hidden">{board.open(name)} </span>
      {words.join(" / ") || t.node.category}
    </TextLink>
  );
}
