import { ActionIcon, Anchor, Badge, Breadcrumbs, Button, Text, ThemeIcon, Title, UnstyledButton } from "@mantine/core";
import {
  IconArrowLeft,
  IconEyeOff,
  IconFolder,
  IconInfoCircle,
  IconMapPin,
  IconPackage,
  IconPlus,
} from "@tabler/icons-react";
import type { RefObject } from "react";
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
        <ActionIcon hiddenFrom="sm" aria-label={t.common.back} onClick={() => go({})}>
          <IconArrowLeft size={18} />
        </ActionIcon>
        <div className="centre-title">
          <nav aria-label={t.node.address}>
            <Breadcrumbs separatorMargin={5} className="crumbs">
              {pathTo(tree, node.key)
                .slice(0, -1)
                .map((above) => (
                  <Anchor
                    key={above.key}
                    component="button"
                    type="button"
                    className="crumb"
                    size="xs"
                    c="dimmed"
                    truncate
                    onClick={() => go({ [above.kind]: above.id })}
                  >
                    {above.name}
                  </Anchor>
                ))}
            </Breadcrumbs>
          </nav>
          <Title order={2} lineClamp={2} className="breaks">
            {node.name}
            {!node.visible && (
              <Badge ml="xs" leftSection={<IconEyeOff size={12} aria-hidden />}>
                {t.tree.hidden}
              </Badge>
            )}
          </Title>
        </div>
        <code className="address truncate-start" title={t.address.title}>
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
        <Text size="sm" c="dimmed" flex={1}>
          {t.counts.subcategories(node.children.length)}
        </Text>
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
              <UnstyledButton className="overview-row" onClick={() => go({ subcategory: child.id })}>
                <ThemeIcon variant="light" color="gray" size={36} aria-hidden>
                  {child.itemCount > 0 ? <IconPackage size={18} /> : <IconFolder size={18} />}
                </ThemeIcon>
                <span>
                  {child.name}
                  <Text span display="block" size="xs" c="dimmed">
                    {[child.children.length > 0 && t.counts.subcategories(child.children.length), t.counts.items(items)]
                      .filter(Boolean)
                      .join(" · ")}
                  </Text>
                </span>
                {!child.visible && <IconEyeOff size={14} aria-label={t.tree.hidden} />}
              </UnstyledButton>
            </li>,
          ];
        })}
      </ul>
    </div>
  );
}
