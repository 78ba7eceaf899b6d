import { Popover } from "@mantine/core";
import { Anchor, type Opening } from "../components/anchor.tsx";
import { TagsInput } from "../components/tags-input.tsx";
import { useText } from "../i18n/i18n.ts";

type Props = { opening: Opening; tags: string[]; change(tags: string[]): void };

/** The tags that an item must have to be listed. */
export default function TagsFilter({ opening, tags, change }: Props) {
  const t = useText();
  return (
    <Popover position="bottom-start" width={280} trapFocus opened={opening.opened} onChange={opening.setOpened}>
      <Popover.Target>
        <Anchor of={opening} />
      </Popover.Target>
      <Popover.Dropdown>
        <TagsInput
          label={t.items.tags}
          value={tags}
          words="tags"
          placeholder={t.items.tagsPlaceholder}
          autofocus
          change={change}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
