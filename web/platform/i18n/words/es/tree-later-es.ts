import type { treeLaterEn } from "../en/tree-later-en.ts";

export const treeLaterEs: typeof treeLaterEn = {
  /** Choosing a place in the tree. */
  places: {
    search: "Buscar una categoría por su nombre",
    noMatch: "Ninguna categoría coincide",
    leafOnly: "Los artículos van en subcategorías que no contienen otras subcategorías.",
    here: "Ya está aquí.",
    itemsHere: "Los artículos ya están aquí.",
    itself: "Una subcategoría no se puede mover dentro de sí misma.",
    hasItems: "Contiene artículos, así que no puede contener subcategorías.",
    notYours: "No puedes modificar esta parte del catálogo.",
  },
};
