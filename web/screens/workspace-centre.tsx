import { ActionIcon, Button } from "@mantine/core";
import {
  IconArrowLeft,
  IconEyeOff,
  IconFolder,
  IconInfoCircle,
  IconMapPin,
  IconPackage,
  IconPlus,
} from "@tabler/icons-react";
import { Fragment, type RefObject } from "react";
import { useRights } from "../access/use-rights.ts";
import type { WorkspaceSearch } from "../addresses.ts";
import type { ItemFilters } from "../api.ts";
import { Empty, NotFound } from "../components/states.tsx";
import { useText } from "../i18n/i18n.ts";
import { ItemsPane } from "../items/items-pane.tsx";
import { addressOf, pathTo, subtree, type Tree, type TreeNode } from "../tree/tree.ts";
import { setExpanded, treeView } from "../tree/tree-view.ts";

type Props = {
  projectId: string;
  tree: Tree;
  node: TreeNode | undefined;
  /** The address names a node that the tree does not have. */
  missing: boolean;
  filters: ItemFilters;
  setFilters(filters: ItemFilters): void;
  openItem: string | undefined;
  /** A panel is open beside the list. */
  beside: boolean;
  open(id: string): void;
  add(): void;
  go(search: WorkspaceSearch): void;
  searchInput: RefObject<HTMLInputElement | null>;
  listing: RefObject<((id: string, by: 1 | -1) => string | undefined) | undefined>;
};

export function WorkspaceCentre(props: Props) {
  const t = useText();
  const { node, tree, go } = props;
  const rights = useRights(props.projectId);
  if (props.missing)
    return (
      <NotFound>
        <Button variant="default" onClick={() => go({})}>
          {t.actions.goCatalog}
        </Button>
      </NotFound>
    );
  if (!node) return <Empty icon={<IconMapPin />} title={t.node.choose} hint={t.node.chooseHint} />;
  const editable = rights.edit(node.key);
  const holdsItems = node.kind === "subcategory" && node.children.length === 0;
  return (
    <>
      <div className="centre-head">
        <ActionIcon className="phone-only" aria-label={t.common.back} onClick={() => go({})}>
          <IconArrowLeft size={18} />
        </ActionIcon>
        <div className="centre-title">
          <nav className="crumbs" aria-label={t.node.address}>
            {pathTo(tree, node.key)
              .slice(0, -1)
              .map((above) => (
                <Fragment key={above.key}>
                  <button type="button" className="crumb" onClick={() => go({ [above.kind]: above.id })}>
                    {above.name}
                  </button>
                  <span aria-hidden>/</span>
                </Fragment>
              ))}
          </nav>
          <h2>
            <span className="centre-name">{node.name}</span>
            {!node.visible && (
              <span className="chip">
                <IconEyeOff size={12} aria-hidden /> {t.tree.hidden}
              </span>
            )}
          </h2>
        </div>
        <code className="address" title={t.address.title}>
          <bdi>{addressOf(tree, node.key)}</bdi>
        </code>
        <ActionIcon
          data-tip={t.tree.details}
          size={32}
          aria-label={t.tree.details}
          onClick={() => go({ [node.kind]: node.id, details: true })}
        >
          <IconInfoCircle size={18} />
        </ActionIcon>
        {holdsItems && editable && (
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={props.add}>
            {t.items.add}
          </Button>
        )}
      </div>
      {holdsItems ? <ItemsPane {...props} node={node} /> : <NodeOverview {...{ tree, node, go, editable }} />}
    </>
  );
}

type OverviewProps = { tree: Tree; node: TreeNode; go(search: WorkspaceSearch): void; editable: boolean };

/** The children of a category or subcategory, with what each of them contains. */
function NodeOverview({ tree, node, go, editable }: OverviewProps) {
  const t = useText();
  const add = () => {
    setExpanded([node.key], true);
    treeView.set((view) => ({ ...view, adding: node.key }));
  };
  if (node.children.length === 0)
    return (
      <Empty icon={<IconFolder />} title={t.node.emptyCategory} hint={editable ? t.node.emptyCategoryHint : ""}>
        {editable && (
          <Button leftSection={<IconPlus size={16} />} onClick={add}>
            {t.tree.addSubcategory}
          </Button>
        )}
      </Empty>
    );
  return (
    <div className="overview">
      <div className="toolbar">
        <span className="toolbar-count">{t.counts.subcategories(node.children.length)}</span>
        {editable && (
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
            {t.tree.addSubcategory}
          </Button>
        )}
      </div>
      <ul className="overview-list">
        {node.children.flatMap((key) => {
          const child = tree.nodes.get(key);
          if (!child) return [];
          const items = subtree(tree, key).reduce((sum, below) => sum + below.itemCount, 0);
          return [
            <li key={key}>
              <button
                type="button"
                className="overview-row"
                data-hidden={!child.visible || undefined}
                onClick={() => go({ subcategory: child.id })}
              >
                <span className="overview-icon" aria-hidden>
                  {child.itemCount > 0 ? <IconPackage size={18} /> : <IconFolder size={18} />}
                </span>
                <span className="overview-name">
                  {child.name}
                  {!child.visible && <IconEyeOff size={14} aria-label={t.tree.hidden} />}
                </span>
                <span className="overview-count">
                  {child.children.length > 0 && `${t.counts.subcategories(child.children.length)} · `}
                  {t.counts.items(items)}
                </span>
              </button>
            </li>,
          ];
        })}
      </ul>
    </div>
  );
}
