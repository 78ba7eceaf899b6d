import type { Session } from "../../contract/access.ts";
import { interfaceLanguageCodes } from "../../contract/constants.ts";
import { mayName, rightsOf } from "../access/rights.ts";
import type { Action, ActionContext, WorkspaceContext } from "../actions/action.ts";
import { shortcuts } from "../actions/shortcuts.ts";
import { isTyping } from "../actions/typing.ts";
import { isLeaf, listOf } from "../catalog/item-list.ts";
import { countOf } from "../catalog/picked.ts";
import { addressOf } from "../catalog/tree.ts";
import { addBelow, addCategory, expandedStore, setExpanded, treeView } from "../catalog/tree-view.ts";
import { openExport } from "../exports/open-export.ts";
import { openBulkEdit, openDeleteItems, openMoveItems } from "../items/bulk/item-dialogs.ts";
import { mayCopyItems, mayDuplicate, mayEditItems } from "../items/may-edit-items.ts";
import { keys, queryClient } from "../platform/api.ts";
import { explain } from "../platform/explain.ts";
import { interfaceLanguages, languageStore, textNow } from "../platform/i18n/i18n.ts";
import { speak } from "../platform/i18n/later-words.ts";
import { toast } from "../platform/toasts.ts";
import { saving } from "../saving/saving.ts";
import { mayMove } from "../tree/node-commands.ts";
import { openAddress, openDeleteNode, openMoveNode } from "../tree/tree-dialogs.ts";
import { openDoneList } from "../undo/done-open.ts";
import { doneList } from "../undo/done-store.ts";
import { undoing } from "../undo/undoing.ts";
import { dialogStore } from "../widgets/dialogs.ts";
import { mayTour, startTour } from "./tour/tour-offer.ts";

type ItemActions = typeof import("../items/item-actions.ts");

const always = () => true;
const inProject = (context: ActionContext) => context.projectId !== undefined;
const onNode = ({ workspace }: ActionContext) => workspace?.node !== undefined;
const mayEdit = ({ workspace }: ActionContext) =>
  workspace?.node !== undefined && workspace.rights.edit(workspace.node.key);
const mayEditSubcategory = (context: ActionContext) =>
  mayEdit(context) && context.workspace?.node?.kind === "subcategory";
const mayMoveSubcategory = ({ workspace }: ActionContext) =>
  workspace?.node?.kind === "subcategory" && mayMove(workspace.rights, workspace.tree, workspace.node);
const mayEditSelection = ({ workspace }: ActionContext) =>
  workspace !== undefined && countOf(workspace.selection) > 0 && mayEditItems(workspace.rights, workspace.selection);

const mayCopySelection = ({ workspace }: ActionContext) =>
  workspace !== undefined && countOf(workspace.selection) > 0 && mayCopyItems(workspace.rights, workspace.selection);

const onItem = ({ workspace }: ActionContext) => workspace?.itemId !== undefined;
const mayEditItem = ({ workspace }: ActionContext) =>
  workspace?.itemId !== undefined && mayEditItems(workspace.rights, { ids: [workspace.itemId] });

/** Whether the person may write anything in the project. */
const mayWrite = ({ projectId }: ActionContext) =>
  projectId !== undefined && rightsOf(queryClient.getQueryData<Session>(keys.session), projectId, undefined).writes;

type Here = WorkspaceContext & { node: NonNullable<WorkspaceContext["node"]> };

/** Runs with the workspace and its selected node; `enabled` has checked that there is one. */
const here = (run: (workspace: Here) => void) => (context: ActionContext) => {
  if (context.workspace?.node) run(context.workspace as Here);
};

const withSelection = (run: (workspace: WorkspaceContext) => void) => (context: ActionContext) => {
  if (context.workspace) run(context.workspace);
};

type OpenItem = WorkspaceContext & { itemId: string };

/** Runs with the workspace and the open item; `enabled` has checked that there is one. */
const withItem = (run: (workspace: OpenItem) => void) => (context: ActionContext) => {
  if (context.workspace?.itemId) run(context.workspace as OpenItem);
};

/** The same for what is fetched when someone first does it. */
const withItemActions = (run: (actions: ItemActions, workspace: OpenItem) => void) =>
  withItem((workspace) =>
    import("../items/item-actions.ts").then(
      (loaded) => run(loaded, workspace),
      (error) => toast(explain(error), { tone: "bad" }),
    ),
  );

/** Each is named in its own language: who cannot read this one looks for theirs. */
const languageActions = interfaceLanguageCodes.map((code) => ({
  id: `speak-${code}` as const,
  label: () => interfaceLanguages[code].speak,
  enabled: () => languageStore.get() !== code,
  perform: () => void speak(code),
}));

const all = [
  {
    id: "go-projects",
    label: (t) => t.actions.goProjects,
    shortcut: "alt+0",
    enabled: always,
    perform: (context) => context.go("projects"),
  },
  {
    id: "go-catalog",
    label: (t) => t.actions.goCatalog,
    shortcut: "alt+1",
    enabled: inProject,
    perform: (context) => context.go("catalog"),
  },
  {
    id: "go-translations",
    label: (t) => t.actions.goTranslations,
    shortcut: "alt+2",
    enabled: inProject,
    perform: (context) => context.go("translations"),
  },
  {
    id: "go-history",
    label: (t) => t.actions.goHistory,
    shortcut: "alt+3",
    enabled: inProject,
    perform: (context) => context.go("history"),
  },
  {
    id: "go-comments",
    label: (t) => t.actions.goComments,
    shortcut: "alt+4",
    enabled: inProject,
    perform: (context) => context.go("comments"),
  },
  {
    id: "all-items",
    label: (t) => t.actions.allItems,
    shortcut: "alt+a",
    enabled: inProject,
    perform: (context) => context.open({ all: true }),
  },
  {
    id: "filter-tree",
    label: (t) => t.tree.filter,
    shortcut: "alt+f",
    enabled: ({ workspace }) => workspace !== undefined,
    perform: () => treeView.set((view) => ({ ...view, focusFilter: (view.focusFilter ?? 0) + 1 })),
  },
  {
    id: "search-items",
    label: (t) => t.actions.searchItems,
    shortcut: "alt+slash",
    enabled: ({ workspace }) => workspace?.focusSearch !== undefined,
    perform: ({ workspace }) => workspace?.focusSearch?.(),
  },
  {
    id: "next-item",
    label: (t) => t.actions.nextItem,
    shortcut: "alt+j",
    enabled: onItem,
    perform: ({ workspace }) => workspace?.step(1),
  },
  {
    id: "previous-item",
    label: (t) => t.actions.previousItem,
    shortcut: "alt+k",
    enabled: onItem,
    perform: ({ workspace }) => workspace?.step(-1),
  },
  {
    id: "add-item",
    label: (t) => t.actions.addItem,
    shortcut: "alt+n",
    needs: "edits",
    enabled: ({ workspace }) => workspace?.addItem !== undefined,
    perform: ({ workspace }) => workspace?.addItem?.(),
  },
  {
    id: "add-subcategory",
    label: (t) => t.actions.addSubcategory,
    shortcut: "alt+shift+n",
    needs: "edits",
    enabled: (context) => mayEdit(context) && context.workspace?.node?.itemCount === 0,
    perform: here(({ node }) => addBelow(node.key)),
  },
  {
    id: "add-category",
    label: (t) => t.tree.addCategory,
    shortcut: "alt+shift+c",
    needs: "edits",
    enabled: ({ workspace }) => workspace?.rights.edit(undefined) === true,
    perform: addCategory,
  },
  {
    id: "rename-node",
    label: (t) => t.actions.renameNode,
    enabled: ({ workspace }) => workspace?.node !== undefined && mayName(workspace.rights, workspace.node.key),
    perform: here(({ node }) => treeView.set((view) => ({ ...view, renaming: node.key }))),
  },
  {
    id: "node-details",
    label: (t) => t.actions.nodeDetails,
    shortcut: "alt+d",
    enabled: onNode,
    perform: ({ workspace }) => workspace?.showDetails(),
  },
  {
    id: "toggle-node",
    label: (t) => t.actions.toggleNode,
    enabled: mayEdit,
    perform: here(({ node }) => {
      const record = { kind: node.kind, id: node.id };
      saving.edit(record, "visible", !node.visible, node.visible, undefined);
      saving.flush(record);
    }),
  },
  {
    id: "change-address",
    label: (t) => t.actions.changeAddress,
    enabled: mayEditSubcategory,
    perform: here(({ projectId, node }) => openAddress({ projectId, node: node.key })),
  },
  {
    id: "copy-address",
    label: (t) => t.actions.copyAddress,
    enabled: onNode,
    perform: here(({ tree, node, itemId }) => {
      void navigator.clipboard.writeText(addressOf(tree, node.key, itemId));
      toast(textNow().address.copied);
    }),
  },
  {
    id: "move-node",
    label: (t) => t.actions.moveNode,
    enabled: mayMoveSubcategory,
    perform: here(({ projectId, node }) => openMoveNode({ projectId, node: node.key })),
  },
  {
    id: "delete-node",
    label: (t) => t.actions.deleteNode,
    enabled: mayEdit,
    perform: here(({ projectId, node }) => openDeleteNode({ projectId, node: node.key })),
  },
  {
    id: "bulk-edit",
    label: (t) => t.actions.bulkEdit,
    shortcut: "alt+e",
    needs: "edits",
    enabled: mayEditSelection,
    perform: withSelection(({ projectId, selection }) => openBulkEdit({ projectId, picked: selection })),
  },
  {
    id: "move-items",
    label: (t) => t.actions.moveItems,
    shortcut: "alt+m",
    needs: "edits",
    enabled: mayEditSelection,
    perform: withSelection(({ projectId, selection }) => openMoveItems({ projectId, picked: selection, copy: false })),
  },
  {
    id: "copy-items",
    label: (t) => t.actions.copyItems,
    enabled: mayCopySelection,
    perform: withSelection(({ projectId, selection }) => openMoveItems({ projectId, picked: selection, copy: true })),
  },
  {
    id: "delete-items",
    label: (t) => t.actions.deleteItems,
    enabled: mayEditSelection,
    perform: withSelection(({ projectId, selection }) => openDeleteItems({ projectId, picked: selection })),
  },
  {
    id: "duplicate-item",
    label: (t) => t.actions.duplicateItem,
    shortcut: shortcuts.duplicateItem,
    needs: "edits",
    enabled: ({ workspace }) => workspace?.itemId !== undefined && mayDuplicate(workspace.rights, workspace.itemId),
    perform: withItemActions((run, { projectId, itemId }) => void run.duplicateItem(projectId, itemId)),
  },
  {
    id: "move-item",
    label: (t) => t.actions.moveItem,
    shortcut: shortcuts.moveItem,
    needs: "edits",
    enabled: mayEditItem,
    perform: withItem(({ projectId, itemId }) => openMoveItems({ projectId, picked: { ids: [itemId] }, copy: false })),
  },
  {
    id: "toggle-item",
    label: (t) => t.actions.toggleItem,
    shortcut: shortcuts.toggleItem,
    needs: "edits",
    enabled: mayEditItem,
    perform: withItemActions((run, { itemId }) => run.toggleItem(itemId)),
  },
  {
    id: "copy-link",
    label: (t) => t.actions.copyLink,
    shortcut: shortcuts.copyLink,
    enabled: onItem,
    perform: withItemActions((run, { projectId, itemId }) => void run.copyLink(projectId, itemId)),
  },
  {
    id: "delete-item",
    label: (t) => t.actions.deleteItem,
    shortcut: shortcuts.deleteItem,
    needs: "edits",
    enabled: mayEditItem,
    perform: withItem(({ projectId, itemId }) => openDeleteItems({ projectId, picked: { ids: [itemId] } })),
  },
  {
    id: "export",
    label: (t) => t.actions.export,
    enabled: inProject,
    perform: ({ workspace, projectId = "" }) =>
      openExport({ list: workspace?.list ?? listOf(projectId, undefined, {}) }),
  },
  {
    id: "import",
    label: (t) => t.actions.import,
    enabled: mayWrite,
    perform: ({ workspace, openImport }) => {
      const node = workspace?.node;
      openImport(node && isLeaf(node) ? node.id : undefined);
    },
  },
  {
    id: "undo",
    label: (t) => t.actions.undo,
    shortcut: "mod+z",
    needs: "writes",
    enabled: ({ projectId }) => projectId !== undefined && doneList.can("undo", projectId),
    takesKey: () => dialogStore.get() === undefined && !isTyping(),
    perform: ({ projectId }) => projectId && undoing.last(projectId),
  },
  {
    id: "redo",
    label: (t) => t.actions.redo,
    shortcut: "mod+shift+z",
    needs: "writes",
    otherShortcut: "mod+y",
    enabled: ({ projectId }) => projectId !== undefined && doneList.can("redo", projectId),
    takesKey: () => dialogStore.get() === undefined && !isTyping(),
    perform: ({ projectId }) => projectId && undoing.next(projectId),
  },
  {
    id: "done-list",
    label: (t) => t.actions.doneList,
    enabled: mayWrite,
    perform: openDoneList,
  },
  {
    id: "close-panel",
    label: (t) => t.actions.closePanel,
    shortcut: "alt+w",
    enabled: ({ workspace }) => workspace !== undefined,
    perform: ({ workspace }) => workspace?.close(),
  },
  {
    id: "expand-all",
    label: (t) => t.actions.expandAll,
    enabled: ({ workspace }) => workspace !== undefined,
    perform: ({ workspace }) => workspace && setExpanded(workspace.tree.nodes.keys(), true),
  },
  {
    id: "collapse-all",
    label: (t) => t.actions.collapseAll,
    enabled: ({ workspace }) => workspace !== undefined,
    perform: () => expandedStore.set(new Set()),
  },
  {
    id: "show-tour",
    label: (t) => t.actions.showTour,
    enabled: ({ projectId }) => mayTour(projectId),
    perform: startTour,
  },
  {
    id: "theme-light",
    label: (t) => t.actions.themeLight,
    enabled: always,
    perform: (context) => context.setColorScheme("light"),
  },
  {
    id: "theme-dark",
    label: (t) => t.actions.themeDark,
    enabled: always,
    perform: (context) => context.setColorScheme("dark"),
  },
  {
    id: "theme-auto",
    label: (t) => t.actions.themeAuto,
    enabled: always,
    perform: (context) => context.setColorScheme("auto"),
  },
  ...languageActions,
] as const satisfies readonly Action[];

/** The other two are in `every-action.ts`. */
export type ActionId = (typeof all)[number]["id"] | "palette" | "shortcuts";

export type NamedAction = Action & { id: ActionId };

export const actions: readonly NamedAction[] = all;
