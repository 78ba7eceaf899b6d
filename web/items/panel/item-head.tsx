import { ActionIcon, Group, Title } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Item } from "../../../contract/items.ts";
import { useName } from "../../catalog/use-name.ts";
import { CutPicture } from "../../pictures/cut-picture.tsx";
import type { Versioned } from "../../platform/api.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { type Source, useField } from "../../saving/use-field.ts";
import { Glyph } from "../../widgets/glyph.tsx";
import { below } from "../../widgets/menus.ts";
import { openItemMenu } from "../open-item-menu.ts";

const sourceOf = ({ data, etag }: Versioned<Item>): Source => ({ record: { kind: "item", id: data.id }, data, etag });

/** The picture, the name and the state of the open item, with what was typed and is not saved yet. */
export function ItemHead({ versioned, children }: { versioned: Versioned<Item>; children: ReactNode }) {
  const t = useText();
  const source = sourceOf(versioned);
  const { shown: name } = useName(source);
  const [picture] = useField<string[]>(source, "imgs").value;
  const visible = useField<boolean>(source, "visible").value;
  const quantity = useField<number>(source, "quantity").value;
  return (
    <>
      <div className="grid-thumb">{picture && <CutPicture key={picture} url={picture} width={128} alt="" />}</div>
      <div className="item-head">
        <Title order={2} fz="sm" fw={600} lh={1.3} lineClamp={1} className="breaks" dir="auto" title={name}>
          {name}
        </Title>
        <Group gap={4} wrap="nowrap">
          <span className="chip">
            {!visible && <Glyph name="eye-off" size={12} />} {visible ? t.items.visible : t.item.hidden}
          </span>
          {quantity === 0 && (
            <span className="chip" data-tone="bad">
              {t.filters.outOfStock}
            </span>
          )}
          {children}
        </Group>
      </div>
    </>
  );
}

/** The commands of the open item. */
export function ItemMore({ projectId, versioned }: { projectId: string; versioned: Versioned<Item> }) {
  const label = useText().tree.actionsOf(useName(sourceOf(versioned)).shown);
  return (
    <ActionIcon
      data-tip={label}
      aria-label={label}
      aria-haspopup="menu"
      onClick={({ currentTarget: opener }) => {
        const { data: item, etag } = versioned;
        openItemMenu({ projectId, item, etag, ...below(opener), opener });
      }}
    >
      <IconDots size={18} />
    </ActionIcon>
  );
}
