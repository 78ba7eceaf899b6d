import { ActionIcon, Button, Text } from "@mantine/core";
import { IconBookmark, IconLink, IconUsers } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { View } from "../../contract/views.ts";
import { useRights } from "../access/use-rights.ts";
import type { WorkspaceSearch } from "../catalog/addresses.ts";
import { filtersOf } from "../catalog/item-filters.ts";
import type { Tree, TreeNode } from "../catalog/tree.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { toast } from "../platform/toasts.ts";
import { SaveViewAs } from "./save-view.tsx";
import { useCopyLink } from "./use-copy-link.ts";
import { addressOfView, isChangedView } from "./view-address.ts";
import { queryOfView } from "./view-filters.ts";
import { madeView, maySaveView, updateView } from "./views-data.ts";

type Props = {
  projectId: string;
  tree: Tree;
  node: TreeNode | undefined;
  view: View;
  search: WorkspaceSearch;
  go(search: WorkspaceSearch, replace?: boolean): void;
};

/** The name of the open view, and what to do with the changes that the person has made to it. */
export function ViewBar({ projectId, tree, node, view, search, go }: Props) {
  const t = useText();
  const rights = useRights(projectId);
  const copyLink = useCopyLink(projectId);
  const [busy, setBusy] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const changed = isChangedView(view, tree, search);
  const filters = filtersOf(search);
  /** As the service now has it; what is open beside the list stays open. */
  const show = (saved: View) => {
    const { item, details } = search;
    // The button that was pressed goes.
    bar.current?.focus();
    go({ ...addressOfView(saved, tree), ...(item && { item }), ...(details && { details }) }, true);
  };
  const save = async () => {
    setBusy(true);
    const query = queryOfView(filters, node?.id, view.query);
    const columns = search.columns ? { columns: search.columns.split(",") } : {};
    const saved = await updateView(projectId, view.id, { query, ...columns });
    setBusy(false);
    if (!saved) return;
    toast(t.views.saved(saved.name));
    show(saved);
  };
  useEffect(() => {
    if (madeView.get() !== view.id) return;
    madeView.set(undefined);
    bar.current?.focus();
  }, [view.id]);
  const ViewIcon = view.own ? IconBookmark : IconUsers;
  return (
    <section ref={bar} className="view-bar" tabIndex={-1} aria-label={t.views.open(view.name)}>
      <div className="view-title">
        <ViewIcon size={16} aria-hidden />
        <Text span size="sm" fw={500} truncate>
          {view.name}
        </Text>
        <Text span size="sm" className="view-state" role="status">
          {changed && `· ${t.views.changed}`}
        </Text>
      </div>
      <div className="view-acts">
        {changed && (
          <>
            {maySaveView(view, rights) && (
              <Button size="compact-sm" loading={busy} onClick={() => void save()}>
                {t.access.save}
              </Button>
            )}
            <SaveViewAs projectId={projectId} node={node} filters={filters} label={t.views.saveAs} />
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => show(view)}>
              {t.views.reset}
            </Button>
          </>
        )}
        <ActionIcon
          size={26}
          data-tip={t.views.copyLink}
          aria-label={t.views.copyLink}
          onClick={() => void copyLink(view)}
        >
          <IconLink size={16} />
        </ActionIcon>
      </div>
    </section>
  );
}
