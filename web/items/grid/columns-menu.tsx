import { Menu } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { useText } from "../../platform/i18n/i18n.ts";
import { useLater } from "../../platform/i18n/later-words.ts";
import { useStore } from "../../platform/store.ts";
import { Anchor, type Opening } from "../../widgets/anchor.tsx";
import { chosenColumns, hiddenColumns, offeredColumns } from "./columns.ts";
import { compactRows } from "./grid.tsx";

type Props = {
  opening: Opening;
  /** Whether all items are of one leaf. */
  leaf: boolean;
  sort: string | undefined;
  setSort(sort: string | undefined): void;
};

const lastChanged = "-changed";

/** Which columns the list shows, and the order that no column stands for. */
export default function ColumnsMenu({ opening, leaf, sort, setSort }: Props) {
  const t = useText();
  const chosen = chosenColumns(leaf);
  const columns = offeredColumns(leaf);
  const shown = useStore(chosen);
  const hidden = useStore(hiddenColumns);
  const isCompact = useStore(compactRows);
  const { grid } = useLater();
  return (
    <Menu position="bottom-end" closeOnItemClick={false} opened={opening.opened} onChange={opening.setOpened}>
      <Menu.Target>
        <Anchor of={opening} />
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map((column) => (
          <Menu.CheckboxItem
            key={column.id}
            checked={shown.includes(column.id)}
            disabled={column.id === "name"}
            onChange={(on) =>
              chosen.set(columns.map((one) => one.id).filter((id) => (id === column.id ? on : shown.includes(id))))
            }
          >
            {column.label(t)}
          </Menu.CheckboxItem>
        ))}
        {hidden.length > 0 && (
          <Menu.Label maw={220} style={{ whiteSpace: "normal" }}>
            {t.items.noRoom(columns.flatMap(({ id, label }) => (hidden.includes(id) ? label(t) : [])).join(", "))}
          </Menu.Label>
        )}
        <Menu.Divider />
        <Menu.CheckboxItem checked={isCompact} onChange={compactRows.set}>
          {grid.compact}
        </Menu.CheckboxItem>
        <Menu.CheckboxItem
          checked={sort === lastChanged}
          onChange={(on) => setSort(on ? lastChanged : undefined)}
          rightSection={<IconClock size={14} aria-hidden />}
        >
          {t.filters.lastChanged}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
