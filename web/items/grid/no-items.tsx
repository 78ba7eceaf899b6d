import { Button } from "@mantine/core";
import { IconPlus, IconUpload } from "@tabler/icons-react";
import { isLeaf } from "../../catalog/item-list.ts";
import type { TreeNode } from "../../catalog/tree.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { EmptyPlace } from "../../widgets/empty-place.tsx";
import { ButtonLink } from "../../widgets/links.tsx";

type Props = {
  projectId: string;
  node: TreeNode | undefined;
  narrowed: boolean;
  editable: boolean;
  add(): void;
  clear(): void;
  /** Searches the whole project instead. */
  widen: (() => void) | undefined;
};

/** In place of a list that is empty: why, and what to do about it. */
export function NoItems({ projectId, node, narrowed, editable, add, clear, widen }: Props) {
  const t = useText();
  if (narrowed)
    return (
      <EmptyPlace of="noItem">
        {/* The filters can be cleared above the list too, so one button is enough. */}
        <Button variant="default" onClick={widen ?? clear}>
          {widen ? t.items.searchEverywhere : t.items.clearFilters}
        </Button>
      </EmptyPlace>
    );
  if (!node || !isLeaf(node))
    return (
      <EmptyPlace of="items">
        {editable && (
          <ButtonLink
            variant="default"
            leftSection={<IconUpload size={16} />}
            to="/projects/$projectId/import"
            params={{ projectId }}
            search={{}}
          >
            {t.items.import}
          </ButtonLink>
        )}
      </EmptyPlace>
    );
  return (
    <EmptyPlace of="leaf">
      {editable && (
        <Button leftSection={<IconPlus size={16} />} onClick={add}>
          {t.items.add}
        </Button>
      )}
    </EmptyPlace>
  );
}
