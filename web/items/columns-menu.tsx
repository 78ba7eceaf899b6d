import { Menu } from "@mantine/core";
import { Anchor, type Opening } from "../components/anchor.tsx";
import { useText } from "../i18n/i18n.ts";
import { useStore } from "../store.ts";
import { columns, hiddenColumns, shownColumns } from "./columns.ts";

/** Which columns the list shows. */
export default function ColumnsMenu({ opening }: { opening: Opening }) {
  const t = useText();
  const shown = useStore(shownColumns);
  const hidden = useStore(hiddenColumns);
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
              shownColumns.set(
                columns.map((one) => one.id).filter((id) => (id === column.id ? on : shown.includes(id))),
              )
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
      </Menu.Dropdown>
    </Menu>
  );
}
