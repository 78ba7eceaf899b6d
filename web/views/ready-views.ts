import {
  type Icon,
  IconClock,
  IconEyeOff,
  IconLanguageOff,
  IconPhotoOff,
  IconShoppingCartOff,
} from "@tabler/icons-react";
import type { WorkspaceSearch } from "../catalog/addresses.ts";
import { filtersOf, type ItemFilters } from "../catalog/item-filters.ts";
import type { Text } from "../platform/i18n/i18n.ts";

export type ReadyView = { id: string; icon: Icon; label(t: Text): string; filters: ItemFilters };

/** The views that every project has. They are plain filters of all items, with nothing saved. */
export const readyViews = (contentLanguage: string): readonly ReadyView[] => [
  {
    id: "out-of-stock",
    icon: IconShoppingCartOff,
    label: (t) => t.filters.outOfStock,
    filters: { quantityMax: 0 },
  },
  { id: "no-picture", icon: IconPhotoOff, label: (t) => t.filters.noPicture, filters: { picture: false } },
  {
    id: "not-translated",
    icon: IconLanguageOff,
    label: (t) => t.views.notTranslated,
    filters: { missing: contentLanguage },
  },
  { id: "hidden", icon: IconEyeOff, label: (t) => t.items.onlyHidden, filters: { visible: false } },
  {
    id: "changed-today",
    icon: IconClock,
    label: (t) => t.filters.changed.today,
    filters: { changedSince: "today" },
  },
];

export const addressOfReady = ({ filters }: ReadyView): WorkspaceSearch => ({ all: true, ...filters });

/** Whether the address shows it, in any order. */
export function isReadyOpen({ filters }: ReadyView, search: WorkspaceSearch): boolean {
  const { sort: _, ...shown } = filtersOf(search);
  return search.all === true && !search.view && JSON.stringify(shown) === JSON.stringify(filters);
}
