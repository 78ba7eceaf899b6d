export const tourEn = {
  /** Shows people around in the demo catalog. */
  tour: {
    step: (step: number, of: number) => `${step} of ${of}`,
    next: "Next",
    skip: "Skip the tour",
    done: "Done",
    steps: {
      tree: {
        title: "Welcome! Begin with the tree",
        text: () =>
          "This is a demo catalog: try anything. Click a category to open it. Drag a subcategory to move it with all its items.",
      },
      grid: {
        title: "Type right in the list",
        text: () =>
          "Choose a cell and type, as in a spreadsheet. Copying, pasting and filling work too. Every change is saved by itself.",
      },
      item: {
        title: "All about one item",
        text: (key: (shortcut: string) => string) =>
          `Pictures, properties, tags and comments are here. ${key("alt+j")} and ${key("alt+k")} go to the next and the previous item.`,
      },
      translations: {
        title: "Translations side by side",
        text: () => "Each text stands beside its translation. First come those that are missing or outdated.",
      },
      undo: {
        title: "Everything can be undone",
        text: (key: (shortcut: string) => string) =>
          `Press ${key("mod+z")}, or pick a change from the list behind this button. The history shows what everyone did.`,
      },
    },
  },
};
