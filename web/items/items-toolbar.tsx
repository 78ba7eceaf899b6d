import { ActionIcon, Button, SegmentedControl, Text, TextInput } from "@mantine/core";
import { IconColumns3, IconSearch, IconTag, IconX } from "@tabler/icons-react";
import { memo, type RefObject, useEffect, useState } from "react";
import type { ItemFilters } from "../api.ts";
import { opensLater } from "../components/opens-later.tsx";
import { useText } from "../i18n/i18n.ts";

const TagsFilter = opensLater("dialog", () => import("./tags-filter.tsx"));
const ColumnsMenu = opensLater("menu", () => import("./columns-menu.tsx"));

type Props = {
  filters: ItemFilters;
  setFilters(filters: ItemFilters): void;
  total: number | undefined;
  searchInput: RefObject<HTMLInputElement | null>;
};

const searchQuietMs = 200;

export const ItemsToolbar = memo(function ItemsToolbar({ filters, setFilters, total, searchInput }: Props) {
  const t = useText();
  const [search, setSearch] = useState(filters.search);
  useEffect(() => setSearch(filters.search), [filters.search]);
  useEffect(() => {
    if (search === filters.search) return;
    const timer = setTimeout(() => setFilters({ ...filters, search }), searchQuietMs);
    return () => clearTimeout(timer);
  }, [search, filters, setFilters]);
  const visibility = filters.visible === undefined ? "all" : filters.visible ? "visible" : "hidden";
  const tags = filters.tags ? filters.tags.split(",") : [];
  return (
    <div className="toolbar">
      <TextInput
        ref={searchInput}
        className="toolbar-search"
        size="xs"
        aria-label={t.items.search}
        placeholder={t.items.search}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && setSearch("")}
        leftSection={<IconSearch size={14} />}
        rightSection={
          search && (
            <ActionIcon size="xs" aria-label={t.common.clear} onClick={() => setSearch("")}>
              <IconX size={12} />
            </ActionIcon>
          )
        }
      />
      <SegmentedControl
        aria-label={t.items.visibility}
        size="xs"
        value={visibility}
        onChange={(value) => setFilters({ ...filters, visible: value === "all" ? undefined : value === "visible" })}
        data={[
          { value: "all", label: t.items.all },
          { value: "visible", label: t.items.onlyVisible },
          { value: "hidden", label: t.items.onlyHidden },
        ]}
      />
      <TagsFilter
        tags={tags}
        change={(next) => setFilters({ ...filters, tags: next.join(",") })}
        button={
          <Button
            className="toolbar-tags"
            size="xs"
            title={tags.join(", ")}
            variant={tags.length > 0 ? "light" : "subtle"}
            color={tags.length > 0 ? "iris" : "gray"}
            leftSection={<IconTag size={14} />}
          >
            {tags.length > 0
              ? [tags[0], tags.length > 1 && `+${tags.length - 1}`].filter(Boolean).join(" ")
              : t.items.tags}
          </Button>
        }
      />
      <Text size="sm" c="dimmed" flex={1} miw={52} ta="right" truncate visibleFrom="sm">
        {total === undefined ? "" : t.counts.items(total)}
      </Text>
      <ColumnsMenu
        button={
          <ActionIcon data-tip={t.items.columns} size={30} aria-label={t.items.columns}>
            <IconColumns3 size={17} />
          </ActionIcon>
        }
      />
    </div>
  );
});
