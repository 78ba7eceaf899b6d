import type { bulkEn, Lack } from "../en/bulk-en.ts";
import { items, plural } from "./phrases-later-es.ts";

const lackNames: Record<Lack, string> = { name: "nombre definitivo", price: "precio", picture: "imagen" };
const itemsLack = (count: number, lack: Lack) =>
  `${plural(count, { one: "artículo no tiene", other: "artículos no tienen" })} ${lackNames[lack]}`;
/** After "no tiene", where the last of several is joined by "ni". */
const joined = (parts: readonly string[]) =>
  [parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter(Boolean).join(" ni ");

export const bulkEs: typeof bulkEn = {
  bulk: {
    title: (count) => `Editar ${items(count)}`,
    field: "Campo",
    value: "Nuevo valor",
    preview: "Qué va a cambiar",
    changes: (count) => plural(count, { one: "artículo cambia", other: "artículos cambian" }),
    unchanged: (count) => `${plural(count, { one: "ya tiene", other: "ya tienen" })} estos valores`,
    more: (count) => `y ${items(count)} más`,
    apply: (count) => `Modificar ${items(count)}`,
    addField: "Añadir otro campo",
    removeField: (field) => `No modificar: ${field}`,
    nothing: "Elige un campo y un valor para ver qué va a cambiar.",
    titleMatching: (count) => `Editar todos los resultados: ${items(count)}`,
    matching: (count) => plural(count, { one: "artículo coincide", other: "artículos coinciden" }),
    looking: "Calculando qué va a cambiar…",
    noPreview: "Sin conexión no se puede mostrar qué va a cambiar. El cambio se enviará cuando vuelva la conexión.",
    operations: "Un número para todos, o bien +5, −5, *1,5, +10 % o −10 %",
    round: "Redondeo",
    noRounding: "Sin redondeo",
    roundings: { "0.99": "Terminar en ,99", "0.5": "A múltiplos de 0,5", "1": "A números enteros" },
    way: "Qué hacer",
    ways: { add: "Añadir", remove: "Quitar", set: "Reemplazar toda la lista" },
    findAndReplace: "Buscar y reemplazar",
    replaceIn: "En",
    replaceLanguage: "Idioma",
    original: "Original",
    find: "Buscar",
    replaceBy: "Reemplazar por",
  },
  /** Before the shop gives away what had a price. */
  emptyPrices: {
    titleOf: (name) => `¿Quitar el precio de «${name}»?`,
    title: (count) =>
      `¿Quitar el precio de ${plural(count, { one: "artículo visible", other: "artículos visibles" })}?`,
    what: "La tienda lo muestra y lo ofrecería gratis.",
    keep: "Conservar el precio",
    remove: "Quitar el precio",
  },
  /** What the shop would show of unfinished items. */
  showing: {
    titleOf: (name) => `¿Mostrar «${name}» en la tienda?`,
    title: (count) =>
      `¿Mostrar ${plural(count, { one: "artículo incompleto", other: "artículos incompletos" })} en la tienda?`,
    lacks: (lacks) => `No tiene ${joined(lacks.map((lack) => lackNames[lack]))}.`,
    counts: {
      name: (count) => itemsLack(count, "name"),
      price: (count) => itemsLack(count, "price"),
      picture: (count) => itemsLack(count, "picture"),
    },
    unfinished: "La tienda mostraría artículos incompletos",
    keep: "No mostrar",
    show: "Mostrar de todos modos",
  },
};
