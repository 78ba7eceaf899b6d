export const filtersEn = {
  filters: {
    title: "Filters",
    add: "Filter",
    any: "Any",
    kinds: {
      place: "Place",
      visible: "Visibility",
      quantity: "Quantity",
      price: "Price",
      currency: "Currency",
      discount: "Discount",
      tags: "Tags",
      badges: "Badges",
      picture: "Picture",
      missing: "Not translated into",
      outdated: "Outdated translation into",
      changedSince: "Changed since",
      changedBy: "Changed by",
      commented: "Comments",
    },
    modes: { any: "any of", all: "all of", none: "none of" },
    mode: "How they combine",
    find: "Find a value",
    noValues: "No values",
    from: "From",
    to: "To",
    crossed: "“From” is greater than “To”.",
    /** From one number to another, or only one of them. */
    range: (name: string, low: string | undefined, high: string | undefined) =>
      low === high
        ? `${name} ${low}`
        : low === undefined
          ? `${name} up to ${high}`
          : high === undefined
            ? `${name} from ${low}`
            : `${name} ${low} – ${high}`,
    outOfStock: "Out of stock",
    inStock: "In stock",
    withPicture: "With picture",
    noPicture: "No picture",
    withComments: "With comments",
    noComments: "No comments",
    missing: (language: string) => `Not translated: ${language}`,
    outdated: (language: string) => `Outdated translation: ${language}`,
    periods: { today: "Today", "7d": "Last 7 days", "30d": "Last 30 days" },
    changed: { today: "Changed today", "7d": "Changed in the last 7 days", "30d": "Changed in the last 30 days" },
    sinceDay: "Since this day",
    changedAfter: (day: string) => `Changed since ${day}`,
    changedBy: (who: string) => `Changed by ${who}`,
    person: "Name of a person or key",
    in: (place: string) => `In ${place}`,
    sorted: (field: string, arrow: string) => `Sorted by ${field.toLowerCase()} ${arrow}`,
    lastChanged: "Last changed first",
    longestUnchanged: "Longest unchanged first",
    bestMatch: "Best match first",
  },
};
