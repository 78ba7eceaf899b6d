import type { exportsEn } from "../en/exports-en.ts";
import { items } from "./phrases-later-es.ts";

export const exportsEs: typeof exportsEn = {
  exporting: {
    title: "Exportar",
    what: (total) => `${items(total)} de esta lista, en un archivo.`,
    whatever: "Los artículos de esta lista, en un archivo.",
    format: "Formato",
    xlsx: "Excel",
    separator: "Separador",
    comma: "Coma",
    semicolon: "Punto y coma",
    tab: "Tabulación",
    pipe: "Barra vertical",
    csvHint: "Para editar la lista en una hoja de cálculo, elige Excel: en CSV, esos programas convierten 0070 en 70.",
    columns: "Columnas",
    allColumns: "Todas, con cada idioma y cada atributo",
    shownColumns: "Las que muestra la lista",
    also: "También:",
    template: "una plantilla vacía para rellenar",
    tree: "el árbol de categorías",
    download: "Descargar",
  },
};
