import { ActionIcon, Textarea } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { keysOf } from "../actions/key-names.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { type BoardKey, boardKeyOf } from "./board-keys.ts";

type Props = {
  label: string;
  /** The id of the words that say what the translation needs. */
  describedBy: string | undefined;
  language: string;
  /** What counts where nothing is typed. */
  placeholder?: string | undefined;
  value: string;
  hasLines: boolean;
  change(text: string): void;
  leave(): void;
  onKey(key: BoardKey): void;
  /** Takes the source over; undefined where no button offers that. */
  copy?: (() => void) | undefined;
};

/** Where the browser cannot size a field by its text. */
const charactersInLine = 48;

/** A translation that is typed: the field is as high as its text. */
export function BoardText({ label, describedBy, language, placeholder = "", value, hasLines, ...rest }: Props) {
  const { board } = useLater();
  const { change, leave, onKey, copy } = rest;
  return (
    <Textarea
      rows={Math.ceil((value || placeholder).length / charactersInLine) || 1}
      resize="none"
      styles={{ input: { fieldSizing: "content", maxHeight: "none" } }}
      enterKeyHint="next"
      lang={language}
      aria-label={label}
      aria-describedby={describedBy}
      placeholder={placeholder}
      value={value}
      onChange={({ currentTarget: { value: text } }) => change(hasLines ? text : text.replace(/(?<!\s)\s*\n\s*/g, " "))}
      onBlur={leave}
      onKeyDown={(event) => {
        const key = boardKeyOf(event, hasLines);
        if (!key) return;
        event.preventDefault();
        onKey(key);
      }}
      rightSection={
        copy && (
          <ActionIcon
            className="board-copy"
            // The field has a key for it.
            tabIndex={-1}
            aria-label={board.copySourceOf(label)}
            data-tip={`${board.copySource} (${keysOf("alt+c").join(" ")})`}
            onClick={copy}
          >
            <IconCopy size={15} />
          </ActionIcon>
        )
      }
    />
  );
}
