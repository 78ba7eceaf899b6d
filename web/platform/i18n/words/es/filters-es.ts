import type { filtersEn } from "../en/filters-en.ts";
import { inside } from "./phrases-es.ts";

export const filtersEs: typeof filtersEn = {
  filters: {
    title: "Filtros",
    add: "Filtro",
    any: "Cualquiera",
    kinds: {
      place: "Ubicación",
      visible: "Visibilidad",
      quantity: "Cantidad",
      price: "Precio",
      currency: "Moneda",
      discount: "Descuento",
      tags: "Etiquetas",
      badges: "Insignias",
      picture: "Imagen",
      missing: "Sin traducción en",
      outdated: "Traducción desactualizada en",
      changedSince: "Modificado desde",
      changedBy: "Modificado por",
      commented: "Comentarios",
    },
    modes: { any: "alguna de", all: "cada una de", none: "ninguna de" },
    mode: "Cómo se combinan",
    find: "Buscar un valor",
    noValues: "Sin valores",
    from: "Desde",
    to: "Hasta",
    crossed: "«Desde» es mayor que «Hasta».",
    range: (name, low, high) =>
      low === high
        ? `${name}: ${low}`
        : low === undefined
          ? `${name}: hasta ${high}`
          : high === undefined
            ? `${name}: desde ${low}`
            : `${name}: ${low} – ${high}`,
    outOfStock: "Agotados",
    inStock: "Con existencias",
    withPicture: "Con imagen",
    noPicture: "Sin imagen",
    withComments: "Con comentarios",
    noComments: "Sin comentarios",
    missing: (language) => `Sin traducción: ${inside(language)}`,
    outdated: (language) => `Traducción desactualizada: ${inside(language)}`,
    periods: { today: "Hoy", "7d": "Últimos 7 días", "30d": "Últimos 30 días" },
    changed: {
      today: "Modificados hoy",
      "7d": "Modificados en los últimos 7 días",
      "30d": "Modificados en los últimos 30 días",
    },
    sinceDay: "Desde este día",
    changedAfter: (day) => `Modificados desde el ${day}`,
    changedBy: (who) => `Modificados por ${who}`,
    person: "Nombre de una persona o de una clave",
    in: (place) => `En «${place}»`,
    sorted: (field, arrow) => `Orden: ${inside(field)} ${arrow}`,
    lastChanged: "Últimos modificados primero",
    longestUnchanged: "Más tiempo sin cambios primero",
    bestMatch: "Mejores coincidencias primero",
  },
};
