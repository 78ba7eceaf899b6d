import { expect, test } from "bun:test";
import { interfaceLanguageCodes } from "../../../contract/constants.ts";

const loads = ["first", "later"] as const;

const pathOf = (language: string, name: string) => `${import.meta.dir}/words/${language}/${name}-${language}.ts`;

/** The files that a file imports from its own folder, by their names without the language. */
async function importedBy(language: string, name: string): Promise<string[]> {
  const text = await Bun.file(pathOf(language, name)).text();
  return [...text.matchAll(/^import \{.*from "\.\/([\w-]+)-\w+\.ts";$/gm)].map(([, file]) => file as string);
}

const featuresOf = (language: string, load: (typeof loads)[number]) => importedBy(language, load);

test("the first load and the later one share no file, which would be one more request", async () => {
  for (const language of interfaceLanguageCodes) {
    const [first = [], later = []] = await Promise.all(
      loads.map(async (load) => {
        const features = await featuresOf(language, load);
        const shared = await Promise.all(features.map((feature) => importedBy(language, feature)));
        return [...features, ...shared.flat()];
      }),
    );
    expect(first.length).toBeGreaterThan(10);
    expect(first.filter((file) => later.includes(file))).toEqual([]);
  }
});

test("every language loads the same features at the same time", async () => {
  for (const load of loads) {
    const inEnglish = await featuresOf("en", load);
    for (const language of interfaceLanguageCodes) expect(await featuresOf(language, load)).toEqual(inEnglish);
  }
});

test("no two features of one load have the same key, as only one of them would be found", async () => {
  for (const load of loads) {
    const features = await featuresOf("en", load);
    const modules = await Promise.all(features.map((feature) => import(pathOf("en", feature))));
    const keys = modules.flatMap((module) => Object.values(module).flatMap((words) => Object.keys(words as object)));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  }
});
