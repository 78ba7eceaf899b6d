/** The paths of the texts, put in when the editor is bundled. */
declare const DICTIONARIES: { en: string[]; ru: string[] };

// Runs before the first paint, so that a dark screen never flashes white.
const chosen = localStorage.getItem("mantine-color-scheme-value");
const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");

// The texts of one language come with the program and not after it.
const language =
  localStorage.getItem("editor-language") ?? navigator.languages.find((one) => /^(en|ru)/.test(one))?.slice(0, 2);
const code = language === "ru" ? "ru" : "en";
document.documentElement.lang = code;
for (const path of DICTIONARIES[code]) {
  const texts = document.createElement("link");
  texts.rel = "modulepreload";
  texts.href = path;
  document.head.append(texts);
}
