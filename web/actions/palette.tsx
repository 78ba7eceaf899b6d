import { Group, Kbd, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconBolt, IconFolder, IconPackage, IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { Found } from "../../contract/search.ts";
import { api } from "../api.ts";
import { DialogFrame } from "../components/dialog-frame.tsx";
import { useText } from "../i18n/i18n.ts";
import { fold } from "../tree/tree.ts";
import { type ActionContext, keysOf } from "./action.ts";
import { actions } from "./actions.ts";

type Entry = {
  id: string;
  icon: ReactNode;
  label: string;
  /** The name that was found, where it is not the label. */
  match?: string;
  language?: string | null;
  detail?: string;
  keys?: string[];
  run(): void;
};
type Section = { title: string; entries: Entry[] };

const shownResults = 20;
const quietMs = 120;

export function Palette({ context, close }: { context: ActionContext; close(): void }) {
  const t = useText();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const { groups, found } = useGroups(context, query);
  const entries = groups.flatMap((group) => group.entries);
  const current = entries[Math.min(active, entries.length - 1)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words begin at the first answer
  useEffect(() => setActive(0), [query]);
  useEffect(() => {
    if (current) document.getElementById(`palette-${current.id}`)?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const run = (entry: Entry) => {
    close();
    entry.run();
  };
  // Enter pressed before the results are there runs the first result of what was typed, not of the letters before.
  const [hurried, setHurried] = useState(false);
  useEffect(() => {
    if (!hurried || !found.fresh) return;
    setHurried(false);
    if (current) run(current);
  });
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
        value={query}
        onChange={(event) => {
          setHurried(false);
          setQuery(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            const by = event.key === "ArrowDown" ? 1 : -1;
            setActive((at) => (Math.min(at, entries.length - 1) + by + entries.length) % Math.max(1, entries.length));
          } else if (event.key === "Enter") {
            event.preventDefault();
            if (!found.fresh) setHurried(true);
            else if (current) run(current);
          }
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
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
          <div role="group" aria-label={group.title} key={group.title}>
            <Text size="xs" fw={600} c="dimmed" px="xs" py={4} aria-hidden>
              {group.title}
            </Text>
            {group.entries.map((entry) => (
              <Option
                key={entry.id}
                entry={entry}
                selected={entry === current}
                run={() => run(entry)}
                point={() => setActive(entries.indexOf(entry))}
              />
            ))}
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

type OptionProps = { entry: Entry; selected: boolean; run(): void; point(): void };

function Option({ entry, selected, run, point }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search box handles the keyboard
    <div
      id={`palette-${entry.id}`}
      className="palette-entry"
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onClick={run}
      onPointerMove={point}
    >
      {entry.icon}
      <Text span truncate>
        {entry.label}
        {entry.match && (
          <Text span c="dimmed" ml="xs" lang={entry.language ?? undefined}>
            {entry.match}
          </Text>
        )}
      </Text>
      {entry.detail && (
        <Text span size="sm" c="dimmed" truncate ml="auto">
          {entry.detail}
        </Text>
      )}
      {entry.keys && (
        <Group gap={4} ml="auto" wrap="nowrap" aria-hidden>
          {entry.keys.map((key) => (
            <Kbd size="xs" key={key}>
              {key}
            </Kbd>
          ))}
        </Group>
      )}
    </div>
  );
}

function useGroups(context: ActionContext, query: string): { groups: Section[]; found: FoundState } {
  const t = useText();
  const found = useFound(context.projectId, query);
  const folded = fold(query.trim());
  const commands = actions.filter(
    (action) => action.id !== "palette" && action.enabled(context) && fold(action.label(t)).includes(folded),
  );
  const entriesOf = (isItem: boolean): Entry[] =>
    found.results
      .filter(({ kind }) => (kind === "item") === isItem)
      .map((one) => ({
        id: `${one.kind}:${one.id}`,
        icon: isItem ? <IconPackage size={17} /> : <IconFolder size={17} />,
        label: one.name,
        ...(one.match === one.name ? {} : { match: one.match, language: one.language }),
        detail: one.path.map(({ name }) => name).join(" / "),
        run: () =>
          context.open(isItem ? { subcategory: one.path.at(-1)?.id ?? "", item: one.id } : { [one.kind]: one.id }),
      }));
  const items = { title: t.palette.items, entries: entriesOf(true) };
  const ofCommands: Section = {
    title: t.palette.commands,
    entries: commands.map((action) => ({
      id: `action-${action.id}`,
      icon: <IconBolt size={17} />,
      label: action.label(t),
      ...(action.shortcut ? { keys: keysOf(action.shortcut) } : {}),
      run: () => action.perform(context),
    })),
  };
  // A command that is called what was typed comes before items that only mention it somewhere.
  const isNamed = found.results.some(({ kind, matches }) => kind === "item" && matches.length > 0);
  const groups = [
    { title: t.palette.nodes, entries: entriesOf(false) },
    ...(isNamed ? [items, ofCommands] : [ofCommands, items]),
  ];
  return { groups: groups.filter((group) => group.entries.length > 0), found };
}

type FoundState = {
  results: Found[];
  /** How many results are not shown. */
  more: number;
  /** The results are those of the current query. */
  fresh: boolean;
  failed: boolean;
};

/** Searches the whole project, in any language. The last results stay until the next ones come. */
function useFound(projectId: string | undefined, typed: string): FoundState {
  const wanted = typed.trim();
  const [q] = useDebouncedValue(wanted, quietMs);
  const asks = projectId !== undefined && q !== "";
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ["found", projectId, q],
    enabled: asks,
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const call = { params: { projectId: projectId ?? "" }, query: { q, limit: shownResults }, signal };
      return (await api.find(call)).data;
    },
  });
  if (projectId === undefined || wanted === "") return { results: [], more: 0, fresh: true, failed: false };
  const results = asks ? (data?.results ?? []) : [];
  return {
    results,
    more: (data?.total ?? 0) - results.length,
    fresh: q === wanted && (isError || (data !== undefined && !isPlaceholderData)),
    failed: isError,
  };
}
