import { Kbd, Modal } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconBolt, IconFolder, IconPackage, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { api } from "../api.ts";
import { languageStore, useText } from "../i18n/i18n.ts";
import { useStore } from "../store.ts";
import { fold, matches, pathTo, type TreeNode } from "../tree/tree.ts";
import { type ActionContext, keysOf } from "./action.ts";
import { actions } from "./actions.ts";

type Entry = { id: string; icon: ReactNode; label: string; detail?: string; keys?: string[]; run(): void };
type Group = { title: string; entries: Entry[] };

const shownPlaces = 8;

export function Palette({ context, close }: { context: ActionContext; close(): void }) {
  const t = useText();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const groups = useGroups(context, query);
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
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      size={620}
      padding={0}
      yOffset="12vh"
      centered={false}
      title={t.palette.title}
      classNames={{ header: "visually-hidden" }}
    >
      <div className="palette-search">
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={current && `palette-${current.id}`}
          aria-label={t.palette.placeholder}
          placeholder={t.palette.placeholder}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown" || event.key === "ArrowUp") {
              event.preventDefault();
              const by = event.key === "ArrowDown" ? 1 : -1;
              setActive((at) => (Math.min(at, entries.length - 1) + by + entries.length) % Math.max(1, entries.length));
            } else if (event.key === "Enter" && current) {
              event.preventDefault();
              run(current);
            }
          }}
        />
      </div>
      <div
        className="palette-list"
        id="palette-list"
        role="listbox"
        aria-label={t.palette.title}
        ref={list}
        tabIndex={-1}
      >
        {entries.length === 0 && (
          <div className="quiet palette-empty" role="option" aria-selected={false} tabIndex={-1}>
            {t.palette.empty}
          </div>
        )}
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
          <div role="group" aria-label={group.title} key={group.title}>
            <div className="palette-title" aria-hidden>
              {group.title}
            </div>
            {group.entries.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the search box handles the keyboard
              <div
                key={entry.id}
                id={`palette-${entry.id}`}
                className="palette-entry"
                role="option"
                tabIndex={-1}
                aria-selected={entry === current}
                onClick={() => run(entry)}
                onPointerMove={() => setActive(entries.indexOf(entry))}
              >
                <span className="palette-icon" aria-hidden>
                  {entry.icon}
                </span>
                <span className="palette-label">{entry.label}</span>
                {entry.detail && <span className="palette-detail">{entry.detail}</span>}
                {entry.keys && (
                  <span className="palette-keys" aria-hidden>
                    {entry.keys.map((key) => (
                      <Kbd size="xs" key={key}>
                        {key}
                      </Kbd>
                    ))}
                  </span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className="palette-foot">{t.palette.hint}</div>
    </Modal>
  );
}

function useGroups(context: ActionContext, query: string): Group[] {
  const t = useText();
  const { workspace } = context;
  const folded = fold(query.trim());
  const items = useFoundItems(context, query.trim());
  const places = useMemo(() => {
    if (!workspace || folded === "") return [];
    const found: TreeNode[] = [];
    for (const node of workspace.tree.nodes.values()) {
      if (matches(node, folded)) found.push(node);
      if (found.length >= 400) break;
    }
    const starts = (node: TreeNode) => (fold(node.name).startsWith(folded) ? 0 : 1);
    return found.sort((a, b) => starts(a) - starts(b) || a.depth - b.depth).slice(0, shownPlaces);
  }, [workspace, folded]);
  const commands = actions.filter(
    (action) => action.id !== "palette" && action.enabled(context) && fold(action.label(t)).includes(folded),
  );
  const groups: Group[] = [
    {
      title: t.palette.places,
      entries: places.map((node) => ({
        id: node.key,
        icon: node.itemCount > 0 ? <IconPackage size={17} /> : <IconFolder size={17} />,
        label: node.name,
        detail: workspace
          ? pathTo(workspace.tree, node.key)
              .slice(0, -1)
              .map((above) => above.name)
              .join(" / ")
          : "",
        run: () => workspace?.go({ [node.kind]: node.id }),
      })),
    },
    {
      title: t.palette.items,
      entries: items.map((item) => ({
        id: `item:${item.id}`,
        icon: <IconPackage size={17} />,
        label: item.name,
        run: () => workspace?.go({ subcategory: item.subcategoryId, item: item.id }),
      })),
    },
    {
      title: t.palette.commands,
      entries: commands.map((action) => ({
        id: `action-${action.id}`,
        icon: <IconBolt size={17} />,
        label: action.label(t),
        ...(action.shortcut ? { keys: keysOf(action.shortcut) } : {}),
        run: () => action.perform(context),
      })),
    },
  ];
  return groups.filter((group) => group.entries.length > 0);
}

/** Items of the open subcategory, by their names in English and in the interface's language. */
function useFoundItems({ workspace }: ActionContext, typed: string) {
  const [search] = useDebouncedValue(typed, 150);
  const lang = useStore(languageStore);
  const node = workspace?.node;
  const subcategoryId = node && node.kind === "subcategory" && node.itemCount > 0 ? node.id : undefined;
  const { data } = useQuery({
    queryKey: ["found", subcategoryId, search, lang],
    enabled: subcategoryId !== undefined && search !== "",
    queryFn: async ({ signal }) => {
      const call = { params: { subcategoryId: subcategoryId ?? "" }, signal };
      const ask = async (language: string) =>
        (await api.listItems({ ...call, query: { search, limit: 8, lang: language } })).data.items;
      const found = [...(await ask(lang)), ...(lang === "ru" ? [] : await ask("ru"))];
      return [...new Map(found.map((item) => [item.id, item])).values()].slice(0, 8);
    },
  });
  return typed === "" ? [] : (data ?? []);
}
