import { Group, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useActionContext } from "../actions/use-action-context.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import type { NamedAction } from "./actions.ts";
import { type Entry, usePaletteGroups } from "./palette-groups.ts";
import { PaletteOption } from "./palette-option.tsx";

type Props = { actions: readonly NamedAction[]; close(): void };

export default function Palette({ actions, close }: Props) {
  const t = useText();
  const palette = usePalette(actions, close);
  const { groups, found, suggestion, entries, current, run } = palette;
  const optionOf = (entry: Entry) => (
    <PaletteOption
      key={entry.id}
      entry={entry}
      selected={entry === current}
      run={() => run(entry)}
      point={() => palette.point(entry)}
    />
  );
  return (
    <DialogFrame
      close={close}
      withCloseButton={false}
      size={620}
      padding={0}
      yOffset="12vh"
      centered={false}
      title={t.palette.title}
      classNames={{ header: "visually-hidden" }}
    >
      <TextInput
        className="palette-search"
        variant="unstyled"
        size="md"
        px="sm"
        py={6}
        leftSection={<IconSearch size={18} />}
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={current && `palette-${current.id}`}
        aria-label={t.palette.placeholder}
        placeholder={t.palette.placeholder}
        value={palette.query}
        onChange={(event) => palette.search(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (palette.press(event.key)) event.preventDefault();
        }}
      />
      <div
        className="palette-list"
        id="palette-list"
        role="listbox"
        aria-label={t.palette.title}
        aria-busy={!found.fresh}
        tabIndex={-1}
      >
        {entries.length === 0 && (
          <Text size="sm" c="dimmed" ta="center" p="xl" role="option" aria-selected={false} tabIndex={-1}>
            {found.failed ? t.palette.failed : found.fresh ? t.palette.empty : t.palette.looking}
          </Text>
        )}
        {suggestion && optionOf(suggestion)}
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
          <div role="group" aria-label={group.title} key={group.title}>
            <Text size="xs" fw={600} c="dimmed" px="xs" py={4} aria-hidden>
              {group.title}
            </Text>
            {group.entries.map(optionOf)}
            {group.loading > 0 && <Skeleton shape="lines" count={group.loading} />}
          </div>
        ))}
      </div>
      <Group className="palette-foot" justify="space-between" gap="sm" px="md" py="xs" fz="xs" c="dimmed">
        <span>{t.palette.hint}</span>
        <span role="status">{found.failed ? t.palette.failed : found.more > 0 ? t.palette.more(found.more) : ""}</span>
      </Group>
    </DialogFrame>
  );
}

/** What is found for what is typed, the entry that the keys are on, and what runs it. */
function usePalette(actions: readonly NamedAction[], close: () => void) {
  const context = useActionContext();
  const [query, setQuery] = useState("");
  const { groups, found } = usePaletteGroups(context, actions, query);
  const suggestion: Entry | undefined = found.didYouMean
    ? { id: "suggestion", shows: "suggestion", words: found.didYouMean, run: () => setQuery(found.didYouMean ?? "") }
    : undefined;
  const results = groups.flatMap((group) => group.entries);
  const entries = suggestion ? [...results, suggestion] : results;
  // Counted from the first result. The suggestion stands above it, one step up from there: Enter opens what was found.
  const [active, setActive] = useState(0);
  const current = entries.at(Math.min(active, entries.length - 1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words begin at the first answer
  useEffect(() => setActive(0), [query]);
  useEffect(() => {
    if (current) document.getElementById(`palette-${current.id}`)?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const run = (entry: Entry) => {
    if (entry.shows !== "suggestion") close();
    entry.run();
  };
  // Enter pressed before the results are there runs the first result of what was typed, not of the letters before.
  const [hurried, setHurried] = useState(false);
  useEffect(() => {
    if (!hurried || !found.fresh) return;
    setHurried(false);
    if (current) run(current);
  });
  const step = (by: 1 | -1) =>
    setActive((at) => (Math.min(at, entries.length - 1) + by + entries.length) % Math.max(1, entries.length));
  return {
    query,
    groups,
    found,
    suggestion,
    entries,
    current,
    run,
    search(words: string) {
      setHurried(false);
      setQuery(words);
    },
    point: (entry: Entry) => setActive(entries.indexOf(entry)),
    /** Whether the key was for the list. */
    press(key: string): boolean {
      if (key === "ArrowDown") step(1);
      else if (key === "ArrowUp") step(-1);
      else if (key !== "Enter") return false;
      else if (!found.fresh) setHurried(true);
      else if (current) run(current);
      return true;
    },
  };
}
