import { Button } from "@mantine/core";
import { IconBookmarkPlus } from "@tabler/icons-react";
import { useSearch } from "@tanstack/react-router";
import type { ItemFilters } from "../catalog/item-filters.ts";
import type { TreeNode } from "../catalog/tree.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { isTemporary } from "../saving/temporary-ids.ts";
import { opensLater } from "../widgets/opens-later.tsx";

const SaveViewForm = opensLater("dialog", () => import("./save-view-form.tsx"));

type Props = { projectId: string; node: TreeNode | undefined; filters: ItemFilters };

/** Saves what the list shows as another view. */
export function SaveViewAs({ label, icon, ...shown }: Props & { label: string; icon?: boolean }) {
  // The service does not know a branch that was not sent yet.
  if (shown.node && isTemporary(shown.node.id)) return null;
  return (
    <SaveViewForm
      {...shown}
      button={
        <Button
          size={icon ? "compact-xs" : "compact-sm"}
          variant={icon ? "subtle" : "default"}
          leftSection={icon && <IconBookmarkPlus size={14} />}
        >
          {label}
        </Button>
      }
    />
  );
}

/** At the end of the filters. The bar of an open view offers the same. */
export function SaveView({ projectId, node, filters }: Props) {
  const t = useText();
  const { view } = useSearch({ from: "/projects/$projectId" });
  if (view) return null;
  return (
    <li>
      <SaveViewAs projectId={projectId} node={node} filters={filters} label={t.views.save} icon />
    </li>
  );
}
