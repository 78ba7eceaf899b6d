import { number } from "../../numbers.ts";
import type { translationsLaterEn } from "../en/translations-later-en.ts";
import { inside, plural } from "./phrases-later-es.ts";

const texts = (count: number) => plural(count, { one: "texto", other: "textos" });

export const translationsLaterEs: typeof translationsLaterEn = {
  board: {
    title: "Traducciones",
    subtitle: "Todos los textos del catálogo, en los idiomas en los que vendes.",
    show: "Mostrar",
    states: { todo: "Pendientes", missing: "Sin traducir", stale: "Desactualizados", all: "Todos" },
    branches: "Ramas",
    branch: "Rama",
    whole: "Todo el proyecto",
    done: "Completo",
    nothingYet: "Aún no hay nada",
    counts: {
      todo: (count) => plural(count, { one: "texto pendiente", other: "textos pendientes" }),
      missing: (count) => `${texts(count)} sin traducir`,
      stale: (count) => plural(count, { one: "texto desactualizado", other: "textos desactualizados" }),
      all: texts,
    },
    shown: (count) => `se muestran ${number(count, "es")}`,
    showAll: "Mostrar todos los textos",
    hint: (newLine, copy) =>
      `Enter: guardar y seguir · ${newLine}: línea nueva en una descripción · ${copy}: copiar el original`,
    translate: (field, of, language) => `${field} de «${of}» en ${inside(language)}`,
    open: (name) => `Abrir «${name}»:`,
    before: "Antes:",
    removed: "Eliminado:",
    copySource: "Copiar el original",
    copySourceOf: (what) => `Copiar el original: ${what}`,
    end: "Este era el último texto.",
    shortcuts: {
      title: "En el tablero de traducciones",
      next: "Guardar e ir al texto siguiente",
      newLine: "Línea nueva en una descripción",
      step: "Texto anterior o siguiente",
      copySource: "Copiar el original y darlo por bueno",
      confirm: "Confirmar que sigue vigente e ir al texto siguiente",
    },
  },
  catalogLanguage: {
    title: "Mostrar el catálogo en",
    original: (name) => `${name} · original`,
    note: "Los nombres sin traducción se muestran en el original.",
    none: "Todavía no hay traducciones.",
  },
};
