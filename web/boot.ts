import { askEarly } from "./early.ts";
import { firstRequests } from "./first-requests.ts";
import { readText } from "./local-text.ts";

/** The paths of what one address or one reader needs and another does not, put in when the editor is bundled. */
declare const SCRIPTS: Record<"en" | "ru" | "item" | "details", string[]>;

// Before anything else: the answers are there when the program is.
askEarly(firstRequests(location.pathname, location.search));

// Runs before the first paint, so that a dark screen never flashes white.
const chosen = readText("mantine-color-scheme-value");
const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");

// The texts of one language and the panel that is open come with the program and not after it.
const language = readText("editor-language") ?? navigator.languages.find((one) => /^(en|ru)/.test(one))?.slice(0, 2);
const code = language === "ru" ? "ru" : "en";
document.documentElement.lang = code;
const panel = /[?&](item|details)=/.exec(location.search)?.[1] as "item" | "details" | undefined;
for (const path of new Set([...SCRIPTS[code], ...(panel ? SCRIPTS[panel] : [])])) {
  const script = document.createElement("link");
  script.rel = "modulepreload";
  script.href = path;
  document.head.append(script);
}

// The first formatter of a page takes a browser 30 to 50 ms, which pass here while the program is on its way.
new Intl.NumberFormat(code, { style: "currency", currency: "USD" }).format(0);
