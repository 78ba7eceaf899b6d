import type { treeLaterEn } from "../en/tree-later-en.ts";

export const treeLaterDe: typeof treeLaterEn = {
  /** Choosing a place in the tree. */
  places: {
    search: "Kategorie nach Namen suchen",
    noMatch: "Keine passende Kategorie",
    leafOnly: "Artikel gehören in Unterkategorien, die keine weiteren Unterkategorien enthalten.",
    here: "Das ist der jetzige Ort.",
    itemsHere: "Hier sind die Artikel schon.",
    itself: "Eine Unterkategorie lässt sich nicht in sich selbst verschieben.",
    hasItems: "Hier sind Artikel, daher sind keine Unterkategorien möglich.",
    notYours: "Diesen Teil des Katalogs dürfen Sie nicht ändern.",
  },
};
