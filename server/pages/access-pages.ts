import { readFileSync } from "node:fs";
import type { Db } from "../db/db.ts";
import { escaped, htmlResponse, page } from "./page-shell.ts";
import { pageLanguage, scriptWords, type Words, words } from "./page-words.ts";
import { type Shop, shopOrProduct } from "./shop.ts";

/** The program of these pages. Browsers run it, so its types are only removed. */
const script = new Bun.Transpiler({ loader: "ts", target: "browser" }).transformSync(
  readFileSync(new URL("./sign-in-script.ts", import.meta.url), "utf8"),
);

export const signInPath = "/sign-in";
const forgotPath = "/forgot";

/** The sign-in page that leads to this path afterwards. */
export const signInFor = (path: string): string =>
  path === "/" ? signInPath : `${signInPath}?to=${encodeURIComponent(path)}`;

const nameField = (t: Words) =>
  `<label>${t.name}<input name="name" autocomplete="username webauthn" autocapitalize="none" spellcheck="false" required autofocus></label>`;

const passwordField = (t: Words) =>
  `<label>${t.password}<input name="password" type="password" autocomplete="current-password" required></label>`;

const newPasswordField = (t: Words, label: string, more = "") =>
  `<label>${label}<span class="hint" id="rule">${t.passwordHint}</span>
<input name="password" type="password" autocomplete="new-password" aria-describedby="rule" required${more}></label>`;

const codeField = (t: Words) =>
  `<label id="code" hidden>${t.code}<input name="code" autocomplete="one-time-code" inputmode="numeric"></label>`;

/** Password managers store a password under the name that the form has. */
const ownName = '<input name="name" autocomplete="username" readonly hidden>';

const link = (href: string, text: string, more = "") => `<a href="${href}"${more}>${text}</a>`;

/** Shown by the script where the browser has passkeys. */
const passkeyButton = (text: string) => `<button id="passkey" class="quiet" type="button" hidden>${text}</button>`;

type Form = { title: string; hint?: string; fields: string; submit: string; below?: string };

/** By their paths. A form is shown by the script once it knows that it can be used. */
const forms: Record<string, (t: Words, shop: Shop) => Form> = {
  [signInPath]: (t) => ({
    title: t.signIn,
    fields: nameField(t) + passwordField(t) + codeField(t),
    submit: t.signIn,
    below: `${passkeyButton(t.byPasskey)}<a id="provider" class="button quiet" href="/api/oidc/start" hidden></a>${link(forgotPath, t.forgot, ' id="forgot" hidden')}`,
  }),
  "/welcome": (t) => ({
    title: t.firstUser,
    hint: t.firstUserHint,
    fields: nameField(t) + newPasswordField(t, t.password),
    submit: t.create,
  }),
  "/invitation": (t, shop) => ({
    title: t.invitation(shop.name),
    hint: "",
    fields: ownName + newPasswordField(t, t.password, " autofocus"),
    submit: t.accept,
    below: passkeyButton(t.acceptByPasskey),
  }),
  [forgotPath]: (t) => ({
    title: t.forgotTitle,
    hint: t.forgotHint,
    fields: nameField(t),
    submit: t.sendLink,
    below: link(signInPath, t.backToSignIn),
  }),
  "/reset": (t) => ({
    title: t.reset,
    hint: "",
    fields: ownName + newPasswordField(t, t.newPassword, " autofocus"),
    submit: t.save,
  }),
};

function formPage(request: Request, path: string, shop: Shop): Response {
  const language = pageLanguage(request);
  const t = words[language];
  const { title, hint, fields, submit, below = "" } = (forms[path] as (typeof forms)[string])(t, shop);
  const content = `<h1 id="title">${escaped(title)}</h1>
${hint === undefined ? "" : `<p id="hint" class="hint">${escaped(hint)}</p>`}
<form id="form" class="fields" data-mode="${path.slice(1)}" data-words="${escaped(JSON.stringify(scriptWords(t)))}">
${fields}
<p id="fault" role="alert"></p>
<button>${submit}</button>
${below}
</form>
<script src="/sign-in.js"></script>`;
  return htmlResponse(page({ language, shop, title, content }));
}

type Page = { path: string; handle(request: Request): Response | Promise<Response> };

/** The pages that need no session. */
export function accessPages({ db, shopName }: { db: Db; shopName: string | undefined }): Page[] {
  return [
    ...Object.keys(forms).map((path) => ({
      path,
      handle: async (request: Request) => formPage(request, path, await shopOrProduct(db, shopName)),
    })),
    {
      path: "/sign-in.js",
      handle: () => new Response(script, { headers: { "content-type": "text/javascript; charset=utf-8" } }),
    },
  ];
}
