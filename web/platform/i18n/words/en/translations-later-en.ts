import { number } from "../../numbers.ts";
import { plural } from "./phrases-later-en.ts";

const texts = (count: number) => plural(count, { one: "text", other: "texts" });

export const translationsLaterEn = {
  board: {
    title: "Translations",
    subtitle: "Every text of the catalog, in the languages you sell in.",
    show: "Show",
    states: { todo: "To do", missing: "Missing", stale: "Outdated", all: "All" },
    branches: "Branches",
    branch: "Branch",
    whole: "Whole project",
    done: "Done",
    nothingYet: "Nothing yet",
    counts: {
      todo: (count: number) => `${texts(count)} left`,
      missing: (count: number) => `${texts(count)} missing`,
      stale: (count: number) => `${texts(count)} outdated`,
      all: texts,
    },
    shown: (count: number) => `${number(count, "en")} shown`,
    showAll: "Show all texts",
    hint: (newLine: string, copy: string) =>
      `Enter: save and go on · ${newLine}: new line in a description · ${copy}: copy the source`,
    translate: (field: string, of: string, language: string) => `${field} of ${of} in ${language}`,
    open: (name: string) => `Open ${name}:`,
    before: "Before:",
    removed: "Removed:",
    copySource: "Copy the source",
    copySourceOf: (what: string) => `Copy the source: ${what}`,
    end: "This was the last text.",
    shortcuts: {
      title: "On the translations board",
      next: "Save, and go to the next text",
      newLine: "New line in a description",
      step: "Previous or next text",
      copySource: "Copy the source, right as it is",
      confirm: "Still right, and go to the next text",
    },
  },
  catalogLanguage: {
    title: "Show the catalog in",
    original: (name: string) => `${name} · original`,
    note: "Names without a translation stay in the original.",
    none: "Nothing is translated yet.",
  },
};
