import type { HistoryEntry } from "../../../../../contract/changes.ts";
import type { ChangedField, Subject } from "../../change-words.ts";
import type { historyLaterEn } from "../en/history-later-en.ts";
import { plural } from "./phrases-later-es.ts";

type Kind = HistoryEntry["kind"];
/** With the article. */
const fieldNames: Record<ChangedField, string> = {
  name: "el nombre",
  price: "el precio",
  discount: "el descuento",
  currency: "la moneda",
  quantity: "la cantidad",
  priority: "la prioridad",
  tags: "las etiquetas",
  badges: "las insignias",
  imgs: "las imágenes",
  img: "la imagen",
  simpleDescription: "la descripción corta",
  description: "las propiedades",
  id: "la dirección",
  key: "la clave",
};
const kinds: Record<Kind, { the: string; this: string; one: string; other: string }> = {
  item: { the: "el artículo", this: "este artículo", one: "artículo", other: "artículos" },
  category: { the: "la categoría", this: "esta categoría", one: "categoría", other: "categorías" },
  subcategory: { the: "la subcategoría", this: "esta subcategoría", one: "subcategoría", other: "subcategorías" },
};
const andOthers = ({ kind, others }: Subject) => (others > 0 ? ` y ${plural(others, kinds[kind])} más` : "");
/** The thing, and where the list is about it, only what it is. */
const thing = (subject: Subject) =>
  `${subject.name === undefined ? kinds[subject.kind].this : `«${subject.name}»`}${andOthers(subject)}`;
const named = (subject: Subject) =>
  subject.name === undefined ? thing(subject) : `${kinds[subject.kind].the} ${thing(subject)}`;
const ofThing = (subject: Subject) => (subject.name === undefined ? "" : ` de ${thing(subject)}`);
const onThing = (subject: Subject) => (subject.name === undefined ? "" : ` en ${thing(subject)}`);
/** "y" becomes "e" before some words. The formatter knows which, but only as long as they have no quotes. */
const quoted = (words: readonly string[]) =>
  new Intl.ListFormat("es")
    .formatToParts(words)
    .map(({ type, value }) => (type === "element" ? `«${value}»` : value))
    .join("");
const wordForms = { tags: ["la etiqueta", "las etiquetas"], badges: ["la insignia", "las insignias"] } as const;
const theWords = (field: "tags" | "badges", words: readonly string[]) =>
  `${wordForms[field][words.length > 1 ? 1 : 0]} ${quoted(words)}`;
const pictures = (count: number) => plural(count, { one: "imagen", other: "imágenes" });
const ofField = (field: ChangedField) => `de ${fieldNames[field]}`.replace(/^de el /, "del ");
const into = (language: string) => `al ${language.charAt(0).toLocaleLowerCase("es")}${language.slice(1)}`;
const translation = (subject: Subject, field: ChangedField, language: string) =>
  `la traducción ${into(language)} ${ofField(field)}${ofThing(subject)}`;

export const historyLaterEs: typeof historyLaterEn = {
  sentences: {
    by: (who) => who,
    created: (subject) => `creó ${named(subject)}`,
    deleted: (subject) => `eliminó ${named(subject)}`,
    restored: (subject) => `restauró ${named(subject)}`,
    renamed: (subject, before) => `cambió el nombre de ${thing(subject)}, que antes era «${before}»`,
    shown: (subject) => `mostró ${thing(subject)} en la tienda`,
    hidden: (subject) => `ocultó ${thing(subject)} en la tienda`,
    moved: (subject, from, to) => `movió ${thing(subject)} de «${from}» a «${to}»`,
    commented: (subject, text) => `comentó${onThing(subject)}: «${text}»`,
    commentChanged: (subject, text) => `cambió el comentario${onThing(subject)}: «${text}»`,
    commentDeleted: (subject, text) => `eliminó el comentario${onThing(subject)}: «${text}»`,
    commentResolved: (subject) => `resolvió un comentario${onThing(subject)}`,
    commentReopened: (subject) => `reabrió un comentario${onThing(subject)}`,
    picturesAdded: (subject, count) => `añadió ${pictures(count)} a ${thing(subject)}`,
    picturesRemoved: (subject, count) => `quitó ${pictures(count)} de ${thing(subject)}`,
    picturesOrdered: (subject) => `cambió el orden de las imágenes${ofThing(subject)}`,
    wordsAdded: (subject, field, words) => `añadió ${theWords(field, words)} a ${thing(subject)}`,
    wordsRemoved: (subject, field, words) => `quitó ${theWords(field, words)} de ${thing(subject)}`,
    value: (subject, field, before, after) => `cambió ${fieldNames[field]}${ofThing(subject)}: ${before} → ${after}`,
    set: (subject, field, after) => `definió ${fieldNames[field]}${ofThing(subject)}: ${after}`,
    cleared: (subject, field) => `borró ${fieldNames[field]}${ofThing(subject)}`,
    changed: (subject, field) => `cambió ${fieldNames[field]}${ofThing(subject)}`,
    translated: (subject, field, language) => `tradujo ${fieldNames[field]}${ofThing(subject)} ${into(language)}`,
    translationChanged: (subject, field, language) => `cambió ${translation(subject, field, language)}`,
    translationRemoved: (subject, field, language) => `eliminó ${translation(subject, field, language)}`,
    translationConfirmed: (subject, field, language) => `confirmó ${translation(subject, field, language)}`,
    translationUnconfirmed: (subject, field, language) =>
      `retiró la confirmación de ${translation(subject, field, language)}`,
    several: (subject, count) => `cambió ${plural(count, { one: "campo", other: "campos" })}${ofThing(subject)}`,
    imported: "importó",
    importUndone: "deshizo la importación de",
    byUndo: "al deshacer",
  },
};
