import { ActionIcon, Button, Text, TextInput } from "@mantine/core";
import { IconColumns3, IconDownload, IconFilter, IconSearch, IconUpload, IconX } from "@tabler/icons-react";
import { memo, type RefObject, useEffect, useState } from "react";
import { useRights } from "../../access/use-rights.ts";
import { withFilters } from "../../catalog/item-filters.ts";
import { type ItemList, isLeaf, listOf } from "../../catalog/item-list.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { IconLink } from "../../widgets/links.tsx";
import { opensLater } from "../../widgets/opens-later.tsx";
import type { Filtering } from "../filters/filtering.ts";

const FilterPopover = opensLater("dialog", () => import("../filters/filter-popover.tsx"));
const ColumnsMenu = opensLater("menu", () => import("./columns-menu.tsx"));

type Props = Filtering & {
  total: number | undefined;
  searchInput: RefObject<HTMLInputElement | null>;
  exportList(list: ItemList): void;
};

const searchQuietMs = 200;

export const ItemsToolbar = memo(function ItemsToolbar({ total, searchInput, exportList, ...filtering }: Props) {
  const t = useText();
  const { projectId, node, filters, setFilters } = filtering;
  const { writes } = useRights(projectId);
  const leaf = node !== undefined && isLeaf(node);
  const given = filters.search ?? "";
  const [search, setSearch] = useState(given);
  useEffect(() => setSearch(given), [given]);
  useEffect(() => {
    if (search === given) return;
    const timer = setTimeout(() => setFilters(withFilters(filters, { search })), searchQuietMs);
    return () => clearTimeout(timer);
  }, [search, given, filters, setFilters]);
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
      <FilterPopover
        {...filtering}
        kind={undefined}
        button={
          <Button size="xs" variant="default" leftSection={<IconFilter size={14} />}>
            {t.filters.add}
          </Button>
        }
      />
      <Text className="toolbar-total" size="sm" c="dimmed" truncate role="status">
        {total === undefined ? "" : t.counts.items(total)}
      </Text>
      {writes && (
        <IconLink
          data-tip={t.items.import}
          size={30}
          aria-label={t.items.import}
          to="/projects/$projectId/import"
          params={{ projectId }}
          search={leaf ? { subcategory: node.id } : {}}
        >
          <IconUpload size={17} />
        </IconLink>
      )}
      <ActionIcon
        data-tip={t.items.export}
        size={30}
        aria-label={t.items.export}
        onClick={() => exportList(listOf(projectId, node, filters))}
      >
        <IconDownload size={17} />
      </ActionIcon>
      <ColumnsMenu
        leaf={leaf}
        sort={filters.sort}
        setSort={(sort) => setFilters(withFilters(filters, { sort }))}
        button={
          <ActionIcon data-tip={t.items.columns} size={30} aria-label={t.items.columns}>
            <IconColumns3 size={17} />
          </ActionIcon>
        }
      />
    </div>
  );
});
