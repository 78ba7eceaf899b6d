import { expect, test } from "bun:test";
import { interfaceLanguageCodes } from "../../contract/constants.ts";
import { scriptWords, words } from "./page-words.ts";

test.each(interfaceLanguageCodes)("in %s the program of the pages finds the places of what it fills in", (language) => {
  const { faults, invitedBy, resetHint } = scriptWords(words[language]);
  const placesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  expect([faults.rate_limited, invitedBy, resetHint].map(placesIn)).toEqual([
    ["{wait}"],
    ["{by}", "{name}"],
    ["{name}"],
  ]);
});

test.each(interfaceLanguageCodes)("in %s the noun after every number of seconds has its form", (language) => {
  const rules = new Intl.PluralRules(language);
  const missing = Array.from({ length: 1_000 }, (_, count) => rules.select(count)).filter(
    (form) => words[language].seconds[form] === undefined,
  );
  expect(missing).toEqual([]);
});
