import { Button, CloseButton } from "@mantine/core";
import { IconBookmarkOff, IconFolderOff } from "@tabler/icons-react";
import { type ReactNode, useEffect, useLayoutEffect } from "react";
import type { View } from "../../contract/views.ts";
import { useRights } from "../access/use-rights.ts";
import { namesPlace, type WorkspaceSearch } from "../catalog/addresses.ts";
import { useShownName } from "../catalog/catalog-language.ts";
import type { ColumnId } from "../catalog/column-ids.ts";
import type { Tree, TreeNode } from "../catalog/tree.ts";
import { viewColumns } from "../items/grid/columns.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { PageTitle } from "../projects/page-title.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import { Empty, LoadFailed, NotFound } from "../widgets/states.tsx";
import { openDeleteView } from "./open-delete-view.ts";
import { addressOfView, columnsOfView, isBranchGone, withoutView } from "./view-address.ts";
import { ViewBar } from "./view-bar.tsx";
import { filtersOfView } from "./view-filters.ts";
import { maySaveView, useViews } from "./views-data.ts";

type Props = {
  projectId: string;
  tree: Tree;
  /** Whose items are listed; undefined for all, or if the address names nothing that there is. */
  node: TreeNode | undefined;
  search: WorkspaceSearch & { view: string };
  go(search: WorkspaceSearch, replace?: boolean): void;
};

/** Above the list: the view that the address names. In place of the list: why there is none. */
export default function OpenView(props: Props) {
  const { projectId, tree, search, go } = props;
  const views = useViews(projectId);
  const shownName = useShownName();
  const view = views.data?.find(({ id }) => id === search.view);
  const opens = view !== undefined && !namesPlace(search) && !isBranchGone(view, tree);
  // A link that was sent has only the id of the view.
  useEffect(() => {
    if (view && opens) go({ ...addressOfView(view, tree), ...(search.item && { item: search.item }) }, true);
  }, [view, opens, tree, search.item, go]);
  useViewColumns(view, search, go);
  return (
    <>
      {!search.item && <PageTitle of={view?.name ?? (props.node && shownName(props.node))} />}
      <Shown {...props} views={views} view={view} opens={opens} />
    </>
  );
}

type ShownProps = Props & { views: ReturnType<typeof useViews>; view: View | undefined; opens: boolean };

function Shown({ views, view, opens, ...props }: ShownProps) {
  const { tree, search, go } = props;
  const listed = props.node !== undefined || search.all === true;
  if (views.isPending || opens) return listed ? <div className="view-bar" /> : <Skeleton shape="rows" count={10} />;
  if (views.isError && !views.data)
    return listed ? null : <LoadFailed error={views.error} retry={() => void views.refetch()} />;
  if (!view) return <UnknownView listed={listed} leave={() => go(withoutView(search), listed)} />;
  if (listed) return <ViewBar {...props} view={view} />;
  if (isBranchGone(view, tree)) return <GoneBranch {...props} view={view} />;
  return (
    <NotFound>
      <Button variant="default" onClick={() => go(addressOfView(view, tree))}>
        {view.name}
      </Button>
    </NotFound>
  );
}

/** Shows the columns of the view for as long as it is open; the person's own choice stays as it is. */
function useViewColumns(view: View | undefined, search: WorkspaceSearch, go: Props["go"]) {
  useLayoutEffect(() => {
    if (!view) return;
    const saved = columnsOfView(view);
    viewColumns.set({
      shown: (search.columns?.split(",") as ColumnId[] | undefined) ?? saved,
      choose(next) {
        const { columns: _, ...rest } = search;
        go(next.join() === saved?.join() ? rest : { ...rest, columns: next.join() }, true);
      },
    });
    return () => viewColumns.set(undefined);
  }, [view, search, go]);
}

function UnknownView({ listed, leave }: { listed: boolean; leave(): void }) {
  const t = useText();
  if (!listed)
    return (
      <Empty icon={<IconBookmarkOff />} title={t.views.unknown} hint={t.views.unknownHint}>
        <Button variant="default" onClick={leave}>
          {t.actions.allItems}
        </Button>
      </Empty>
    );
  return (
    <Note>
      {t.views.unknown}
      <CloseButton size="sm" ml="auto" aria-label={t.common.close} onClick={leave} />
    </Note>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <div className="view-bar" data-tone="warn" role="status">
    <IconBookmarkOff size={16} aria-hidden />
    {children}
  </div>
);

function GoneBranch({ projectId, view, go }: Props & { view: View }) {
  const t = useText();
  const rights = useRights(projectId);
  return (
    <Empty icon={<IconFolderOff />} title={t.views.gone} hint={t.views.goneHint}>
      <Button variant="default" onClick={() => go({ view: view.id, all: true, ...filtersOfView(view.query) })}>
        {t.actions.allItems}
      </Button>
      {maySaveView(view, rights) && (
        <Button variant="subtle" color="red" onClick={() => openDeleteView({ projectId, view })}>
          {t.views.delete}
        </Button>
      )}
    </Empty>
  );
}
