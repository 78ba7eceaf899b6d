export const treeLaterEn = {
  /** Choosing a place in the tree. */
  places: {
    search: "Find a category by name",
    noMatch: "No category matches",
    leafOnly: "Items go into subcategories that hold no other subcategories.",
    here: "This is where it is now.",
    itemsHere: "This is where the items are now.",
    itself: "A subcategory cannot be moved into itself.",
    hasItems: "It holds items, so it cannot hold subcategories.",
    notYours: "You cannot change this part of the catalog.",
  },
};
