import { ActionIcon, Anchor, Badge, Breadcrumbs, Button, Text, Title } from "@mantine/core";
import { IconArrowLeft, IconEyeOff, IconInfoCircle, IconPackages, IconPlus } from "@tabler/icons-react";
import type { ReactNode, RefObject } from "react";
import { useRights } from "../access/use-rights.ts";
import type { WorkspaceSearch } from "../catalog/addresses.ts";
import { useShownName } from "../catalog/catalog-language.ts";
import type { ItemFilters } from "../catalog/item-filters.ts";
import { type ItemList, isLeaf } from "../catalog/item-list.ts";
import { addressOf, pathTo, type Tree, type TreeNode } from "../catalog/tree.ts";
import { addBelow, addCategory } from "../catalog/tree-view.ts";
import { openExport } from "../exports/open-export.ts";
import { ItemsPane } from "../items/grid/items-pane.tsx";
import { useText } from "../platform/i18n/i18n.ts";
import { later } from "../platform/later.tsx";
import { Part } from "../widgets/boundary.tsx";
import { CopyAddress } from "../widgets/copyable.tsx";
import { EmptyPlace } from "../widgets/empty-place.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import { NotFound } from "../widgets/states.tsx";

const exportList = (list: ItemList) => openExport({ list });

const SaveView = later(async () => ({ default: (await import("../views/save-view.tsx")).SaveView }));
const BranchOverview = later(() => import("./branch-overview.tsx"));

type Props = {
  projectId: string;
  tree: Tree;
  node: TreeNode | undefined;
  /** All items of the project are listed. */
  all: boolean;
  /** A saved view is open. */
  viewed: boolean;
  /** The address names a node that the tree does not have. */
  missing: boolean;
  filters: ItemFilters;
  setFilters(filters: ItemFilters): void;
  setPlace(node: TreeNode | undefined): void;
  openItem: string | undefined;
  /** A panel is open beside the list. */
  beside: boolean;
  open(id: string): void;
  add(): void;
  showDetails(): void;
  go(search: WorkspaceSearch): void;
  searchInput: RefObject<HTMLInputElement | null>;
  listing: RefObject<((id: string, by: 1 | -1) => string | undefined) | undefined>;
};

export function WorkspaceCentre(props: Props) {
  const t = useText();
  const { projectId, node, tree, all, go } = props;
  const rights = useRights(projectId);
  if (props.missing)
    return (
      <NotFound>
        <Button variant="default" onClick={() => go({})}>
          {t.actions.goCatalog}
        </Button>
      </NotFound>
    );
  if (tree.roots.length === 0)
    return (
      <EmptyPlace of="catalog">
        {rights.edit(undefined) && <Button onClick={addCategory}>{t.tree.addCategory}</Button>}
      </EmptyPlace>
    );
  if (!node && !all)
    return (
      <EmptyPlace of="choose">
        <Button variant="default" leftSection={<IconPackages size={16} />} onClick={() => go({ all: true })}>
          {t.items.allItems}
        </Button>
      </EmptyPlace>
    );
  const editable = rights.edit(node?.key);
  const leaf = node !== undefined && isLeaf(node);
  return (
    <>
      <CentreHead {...props}>
        {node && editable && (
          // On a phone the name of the place needs the room.
          <Button
            size="xs"
            px={10}
            flex="none"
            aria-label={leaf ? t.items.add : t.tree.addSubcategory}
            onClick={() => (leaf ? props.add() : addBelow(node.key))}
          >
            <IconPlus size={14} aria-hidden />
            <Text span inherit visibleFrom="sm" ml={6}>
              {leaf ? t.items.add : t.tree.addSubcategory}
            </Text>
          </Button>
        )}
      </CentreHead>
      {node && !leaf && node.children.length === 0 ? (
        <EmptyPlace of="branch">
          {editable && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => addBelow(node.key)}>
              {t.tree.addSubcategory}
            </Button>
          )}
        </EmptyPlace>
      ) : (
        <>
          {!leaf && !props.viewed && (
            <Part
              place="line"
              wait={
                <div className="overview">
                  <Skeleton shape="chips" count={4} />
                </div>
              }
            >
              <BranchOverview {...props} />
            </Part>
          )}
          <ItemsPane
            {...props}
            exportList={exportList}
            saveView={<SaveView projectId={projectId} node={node} filters={props.filters} />}
          />
        </>
      )}
    </>
  );
}

function CentreHead({ tree, node, go, showDetails, children }: Props & { children: ReactNode }) {
  const t = useText();
  const shownName = useShownName();
  return (
    <div className="centre-head">
      <ActionIcon hiddenFrom="sm" aria-label={t.common.back} onClick={() => go({})}>
        <IconArrowLeft size={18} />
      </ActionIcon>
      <div className="centre-title">
        {node && (
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
                    {shownName(above)}
                  </Anchor>
                ))}
            </Breadcrumbs>
          </nav>
        )}
        <Title order={2} lineClamp={2} className="breaks">
          {node ? shownName(node) : t.items.allItems}
          {node?.visible === false && (
            <Badge ml="xs" leftSection={<IconEyeOff size={12} aria-hidden />}>
              {t.tree.hidden}
            </Badge>
          )}
        </Title>
      </div>
      {node && (
        <>
          <CopyAddress address={addressOf(tree, node.key)} />
          <ActionIcon data-tip={t.tree.details} size={32} aria-label={t.tree.details} onClick={showDetails}>
            <IconInfoCircle size={18} />
          </ActionIcon>
        </>
      )}
      {children}
    </div>
  );
}
