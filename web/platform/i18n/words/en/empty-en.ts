export const emptyEn = {
  /** What stands in place of what is not there yet. */
  empty: {
    projects: {
      title: "No projects yet",
      what: "A project is one marketplace with its catalog.",
      ask: "Ask an administrator to let you into one.",
    },
    catalog: {
      title: "The catalog is empty",
      what: "Categories and their subcategories form the tree, and items lie in its leaves.",
      how: "Start with a category, such as Electronics.",
    },
    choose: {
      title: "Choose a category in the tree",
      what: "Its subcategories or items appear here. Press Ctrl K to find anything by name.",
    },
    branch: {
      title: "No subcategories yet",
      what: "Items belong to subcategories.",
      how: "Add the first one.",
    },
    leaf: {
      title: "Nothing here yet",
      what: "The items of this subcategory are listed here.",
      how: "Add the first one, or paste rows from a spreadsheet.",
    },
    items: {
      title: "No items yet",
      what: "Items belong to subcategories.",
      how: "Open one to add the first item.",
    },
    noItem: {
      title: "No item matches",
      what: "Nothing in this list has these words and filters.",
      how: "Try another word, or look further.",
    },
    noNode: {
      title: "Nothing matches",
      what: "The filter looks at names in every language and at addresses.",
    },
    changes: {
      title: "No changes yet",
      what: "Every edit will be listed here, and can be undone.",
    },
    noChange: {
      title: "No change matches",
      what: "Try other words or a longer period.",
    },
    trash: {
      title: "The trash is empty",
      what: "Deleted records are listed here and can be restored.",
    },
    comments: {
      title: "No open comments",
      what: "Comments on items appear here until somebody resolves them.",
      how: "Open an item to write one.",
    },
    resolvedComments: {
      title: "No resolved comments",
      what: "Comments appear here when they are resolved.",
    },
    itemComments: {
      title: "No comments yet",
      what: "Questions and notes about this item, for everyone who works on it.",
    },
    mentions: {
      title: "No mentions yet",
      what: "When somebody writes @ and your name in a comment, you are told here.",
    },
    undo: {
      title: "Nothing to undo yet",
      what: "What you change is listed here. You can undo each entry by itself.",
    },
    translated: {
      title: "All translated",
      what: "Every text of this branch is translated into this language.",
    },
    noneMissing: {
      title: "Nothing is missing",
      what: "Every text of this branch has a translation into this language.",
    },
    noneStale: {
      title: "Nothing is outdated",
      what: "No text of this branch has changed since it was translated into this language.",
    },
    texts: {
      title: "Nothing to translate yet",
      what: "Texts appear here when the catalog has categories and items.",
    },
    keys: {
      title: "No keys yet",
      what: "A key gives a program only the rights it needs: an import, a shop front, a report.",
    },
    people: {
      title: "Only you so far",
      what: "People sign in with a name of their own, and do only what they are allowed to.",
      how: "Invite the first one: you get a link to send.",
    },
    audit: {
      title: "Nothing is recorded yet",
      what: "Sign-ins and changes of rights are listed here.",
    },
    noEntry: {
      title: "Nothing matches",
      what: "Names must match exactly, as shown in the entries.",
    },
    imports: {
      title: "No imports yet",
      what: "Each import is listed here with its rows, and can be undone as a whole. Choose a file above to begin.",
    },
  },
};
