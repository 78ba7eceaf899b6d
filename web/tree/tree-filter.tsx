import { ActionIcon, TextInput } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { treeView } from "../catalog/tree-view.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useStore } from "../platform/store.ts";

type Props = {
  query: string;
  setQuery(query: string): void;
  /** Enter or the arrow down: goes to the first match. */
  goOn(): void;
};

export function TreeFilter({ query, setQuery, goOn }: Props) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const { focusFilter } = useStore(treeView);
  useEffect(() => {
    if (focusFilter) input.current?.focus();
  }, [focusFilter]);
  return (
    <TextInput
      ref={input}
      className="tree-filter"
      size="xs"
      aria-label={t.tree.filter}
      placeholder={t.tree.filter}
      value={query}
      onChange={(event) => setQuery(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") setQuery("");
        if (event.key === "ArrowDown" || event.key === "Enter") {
          event.preventDefault();
          goOn();
        }
      }}
      leftSection={<IconSearch size={14} />}
      rightSection={
        query && (
          <ActionIcon size="xs" aria-label={t.common.clear} onClick={() => setQuery("")}>
            <IconX size={12} />
          </ActionIcon>
        )
      }
    />
  );
}
