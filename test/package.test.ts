import { expect, test } from "bun:test";

const file = (name: string) => Bun.file(new URL(`../${name}`, import.meta.url));
const manifest = await file("package.json").json();

test("an npm below the minimum is told so before it reads anything else", async () => {
  const [, minimum] = /^>=(\d+)$/.exec(manifest.engines.npm) ?? [];
  expect(await file(".npmrc").text()).toContain(`\${CATALOG_BACKOFFICE_NEEDS_NPM_${minimum}_OR_NEWER}`);
  expect(await file("README.md").text()).toContain(`npm ${minimum} or newer`);
});

test("no package reports its installation to anyone", async () => {
  const { packages } = await file("package-lock.json").json();
  expect(Object.keys(packages).filter((name) => name.includes("scarf"))).toEqual([]);
});

test("the license of the package is the one in LICENSE", async () => {
  expect(await file("LICENSE").text()).toStartWith(`${manifest.license} License\n`);
});
