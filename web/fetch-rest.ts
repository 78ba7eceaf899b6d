/** When the first screen has long been drawn. */
export const restMs = 4_000;

/** What no screen begins with: menus, dialogs, the panels. */
const rest = [
  () => import("./changes/undo.ts"),
  () => import("./changes/settle-undo.ts"),
  () => import("./changes/done-panel.tsx"),
  () => import("./components/dialog-host.tsx"),
  () => import("./components/settings-menu.tsx"),
  () => import("./components/project-menu.tsx"),
  () => import("./components/save-problems.tsx"),
  () => import("./components/language-choice.tsx"),
  () => import("./components/field-problem.tsx"),
  () => import("./items/item-panel.tsx"),
  () => import("./items/attribute-suggestions.tsx"),
  () => import("./items/paste-rows.ts"),
  () => import("./items/columns-menu.tsx"),
  () => import("./items/filter-popover.tsx"),
  () => import("./items/filter-chips.tsx"),
  () => import("./items/selection-bar.tsx"),
  () => import("./items/no-items.tsx"),
  () => import("./saving/row-answers.ts"),
  async () => (await import("./sheet/load-sheet.ts")).loadSheet(),
  () => import("./screens/branch-overview.tsx"),
  () => import("./tree/node-menu.tsx"),
  () => import("./tree/node-panel.tsx"),
  () => import("./views/open-view.tsx"),
  () => import("./views/save-view-form.tsx"),
  () => import("./views/view-menu.tsx"),
];

/** Fetches the rest of the program when nothing else happens: who loses the network then still has all of it. */
export function fetchRest() {
  setTimeout(async () => {
    for (const load of rest) await load().catch(() => undefined);
  }, restMs);
}
