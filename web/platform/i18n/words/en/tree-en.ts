import { items, subcategories } from "./phrases-en.ts";

export const treeEn = {
  tree: {
    title: "Catalog tree",
    filter: "Filter the tree",
    addCategory: "Add category",
    addSubcategory: "Add subcategory",
    newCategory: "New category",
    newSubcategory: "New subcategory",
    rename: "Rename",
    renameLabel: (name: string) => `New name of ${name}`,
    hidden: "Hidden from the shop",
    hide: "Hide from the shop",
    show: "Show in the shop",
    details: "Details",
    changeAddress: "Change address",
    moveTo: "Move to…",
    moveUp: "Move up",
    moveDown: "Move down",
    moveIn: "Move into the one above",
    moveOut: "Move one level out",
    actionsOf: (name: string) => `Actions for ${name}`,
    expand: "Expand",
    collapse: "Collapse",
    position: (position: number, of: number) => `${position} of ${of}`,
    topLevel: "the top level",
    renamed: (before: string) => `${before} renamed`,
  },
  deleteNode: {
    title: (name: string) => `Delete ${name}?`,
    alone: "It is empty.",
    with: (nodes: number, count: number) =>
      `This also deletes ${[nodes > 0 ? subcategories(nodes) : "", count > 0 ? items(count) : ""].filter(Boolean).join(" and ")}.`,
  },
  address: {
    title: "Address on the marketplace",
    label: "Address part",
    now: "Now",
    after: "After the change",
    effect: (nodes: number, count: number) =>
      nodes + count === 0
        ? "Only the address of this page changes."
        : `This changes the address of this page and of everything below it: ${[
            nodes > 0 ? subcategories(nodes) : "",
            count > 0 ? items(count) : "",
          ]
            .filter(Boolean)
            .join(", ")}.`,
    oldLinks: "The service remembers the old address and answers with the new one.",
    rules: "Letters, digits, - _ . and ~",
    invalid: "An address can contain only letters, digits, - _ . and ~.",
    copy: "Copy address",
    copied: "Address copied",
  },
  move: {
    title: (name: string) => `Move ${name}`,
    titleItems: (count: number) => `Move ${items(count)}`,
    copyItems: (count: number) => `Copy ${items(count)}`,
    confirm: "Move here",
    confirmCopy: "Copy here",
  },
  node: {
    category: "Category",
    subcategory: "Subcategory",
    name: "Name",
    visible: "Visible in the shop",
    priority: "Priority",
    priorityHint: "Lower comes first",
    picture: "Picture",
    address: "Address",
    names: "Names in other languages",
    showAll: (count: number) => `Show all ${count}`,
  },
};
