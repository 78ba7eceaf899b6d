import type { treeEn } from "../en/tree-en.ts";
import { items, subcategories, topLevel } from "./phrases-de.ts";

const below = (nodes: number, count: number) =>
  [nodes > 0 ? subcategories(nodes) : "", count > 0 ? items(count) : ""].filter(Boolean);

export const treeDe: typeof treeEn = {
  tree: {
    title: "Katalogbaum",
    filter: "Baum filtern",
    addCategory: "Kategorie hinzufügen",
    addSubcategory: "Unterkategorie hinzufügen",
    newCategory: "Neue Kategorie",
    newSubcategory: "Neue Unterkategorie",
    rename: "Umbenennen",
    renameLabel: (name) => `Neuer Name für „${name}“`,
    hidden: "Im Shop ausgeblendet",
    hide: "Im Shop ausblenden",
    show: "Im Shop einblenden",
    details: "Details",
    changeAddress: "Adresse ändern",
    moveTo: "Verschieben nach …",
    moveUp: "Nach oben",
    moveDown: "Nach unten",
    moveIn: "Unter die vorige einordnen",
    moveOut: "Eine Ebene höher",
    actionsOf: (name) => `Aktionen für „${name}“`,
    expand: "Aufklappen",
    collapse: "Zuklappen",
    position: (position, of) => `${position} von ${of}`,
    topLevel,
    renamed: (before) => `„${before}“ umbenannt`,
  },
  deleteNode: {
    title: (name) => `„${name}“ löschen?`,
    alone: "Darin ist nichts enthalten.",
    with: (nodes, count) => `Damit löschen Sie auch ${below(nodes, count).join(" und ")}.`,
  },
  address: {
    title: "Adresse auf dem Marktplatz",
    label: "Teil der Adresse",
    now: "Bisher",
    after: "Künftig",
    effect: (nodes, count) =>
      nodes + count === 0
        ? "Es ändert sich nur die Adresse dieser Seite."
        : `Es ändern sich die Adressen dieser Seite und aller Inhalte darunter: ${below(nodes, count).join(", ")}.`,
    oldLinks: "Der Server merkt sich die alte Adresse und antwortet mit der neuen.",
    rules: "Buchstaben, Ziffern, - _ . und ~",
    invalid: "Eine Adresse darf nur Buchstaben, Ziffern, - _ . und ~ enthalten.",
    copy: "Adresse kopieren",
    copied: "Adresse kopiert",
  },
  move: {
    title: (name) => `„${name}“ verschieben`,
    titleItems: (count) => `${items(count)} verschieben`,
    copyItems: (count) => `${items(count)} kopieren`,
    confirm: "Hierher verschieben",
    confirmCopy: "Hierher kopieren",
  },
  node: {
    category: "Kategorie",
    subcategory: "Unterkategorie",
    name: "Name",
    visible: "Im Shop sichtbar",
    priority: "Priorität",
    priorityHint: "Kleinere Zahl zuerst",
    picture: "Bild",
    address: "Adresse",
    names: "Namen in anderen Sprachen",
    showAll: (count) => `Alle ${count} anzeigen`,
  },
};
