import type { itemsLaterEn } from "../en/items-later-en.ts";
import { plural } from "./phrases-later-es.ts";

export const itemsLaterEs: typeof itemsLaterEn = {
  itemSections: {
    inItem: "En el artículo abierto",
    keys: "Sección siguiente o anterior",
  },
  grid: { compact: "Filas compactas" },
  itemMenu: { duplicate: "Duplicar" },
  /** Properties that were pasted. */
  pasted: {
    pasted: (count) => plural(count, { one: "propiedad pegada", other: "propiedades pegadas" }),
    parts: (added, changed) => ` (nuevas: ${added}; modificadas: ${changed})`,
    notPasted: (lines) => `No se pegó: ${lines}.`,
    line: (number, text, why) => `línea ${number} «${text}» (${why})`,
    more: (count) => `y ${plural(count, { one: "línea más", other: "líneas más" })}`,
    faults: {
      no_pair: "faltan los dos puntos",
      no_name: "falta el nombre",
      name_too_long: "el nombre es demasiado largo",
      value_too_long: "el valor es demasiado largo",
      invalid_text: "contiene caracteres que no se pueden guardar",
      too_many: "el artículo tiene demasiadas propiedades",
    },
  },
};
