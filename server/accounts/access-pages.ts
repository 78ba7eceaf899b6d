/** The two pages that need no session. They look like the editor, and need only its icon. */
const style = `:root{color-scheme:light dark;color:light-dark(#1b1d26,#e7e9f0);background:light-dark(#f7f8fa,#101216);
font:14px/1.45 Inter,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif}
body{min-height:100vh;margin:0;display:grid;place-items:center}
form{box-sizing:border-box;width:380px;max-width:calc(100vw - 48px);padding:32px;display:grid;gap:16px;border-radius:12px;
border:1px solid light-dark(#e4e6ed,#282b34);background:light-dark(#fff,#14161b);box-shadow:0 8px 28px rgb(10 12 30/16%)}
h1{font-size:26px;line-height:1.2;margin:0}
label{display:grid;gap:4px;font-size:13px;font-weight:600}
input,button{box-sizing:border-box;height:36px;padding:0 12px;font:inherit;border-radius:8px}
input{font-size:13px;font-weight:400;color:inherit;background:light-dark(#fff,#1a1c22);border:1px solid light-dark(#cdd1db,#343843)}
button{font-weight:600;background:#4f5bea;color:#fff;border:0;cursor:pointer}
button:disabled{opacity:.6}
:focus-visible{outline:2px solid #4f5bea;outline-offset:1px}
[hidden]{display:none}
a{color:inherit;text-align:center}
#fault{color:light-dark(#c02533,#ff8f96);margin:0}
#fault:empty{position:absolute}`;

const page = (title: string, fields: string, button: string, mode: "sign-in" | "welcome") => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Catalog Backoffice</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<main>
<form id="form" data-mode="${mode}">
<img src="/assets/icon.svg" alt="" width="40" height="40">
<h1>${title}</h1>
${fields}
<p id="fault" role="alert"></p>
<button>${button}</button>
<a id="provider" href="/api/oidc/start" hidden></a>
</form>
</main>
<script src="/sign-in.js"></script>
</body>
</html>`;

const name = '<label>Name <input name="name" autocomplete="username" required autofocus></label>';
const password = (use: string) =>
  `<label>Password <input name="password" type="password" autocomplete="${use}" required></label>`;
const code =
  '<label id="code" hidden>Code from your authenticator <input name="code" autocomplete="one-time-code" inputmode="numeric"></label>';

const script = `const form = document.getElementById("form");
const fault = document.getElementById("fault");
const welcome = form.dataset.mode === "welcome";
const token = location.hash.slice(1);
// Removes the token from the address bar and the browser's history.
if (welcome) history.replaceState(null, "", location.pathname);
// Back to where the person wanted to go, and never to another site.
const asked = new URLSearchParams(location.search).get("to") || "/";
const to = URL.canParse(asked, location.origin) && new URL(asked, location.origin).origin === location.origin ? asked : "/";
fetch("/api/session").then((answer) => answer.json()).then(({ access, who, signIn }) => {
  if (access === "open" || who) location.replace(to);
  if (signIn.provider && !welcome) {
    const link = document.getElementById("provider");
    link.textContent = signIn.provider.label;
    link.href = signIn.provider.url;
    link.hidden = false;
  }
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  const values = Object.fromEntries(new FormData(form));
  const body = welcome ? { ...values, token } : { ...values, code: values.code || undefined };
  button.disabled = true;
  fault.textContent = "";
  try {
    const answer = await fetch(welcome ? "/api/first-user" : "/api/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.ok) return location.replace(to);
    const problem = await answer.json();
    if (problem.code === "second_step_needed") {
      const code = document.getElementById("code");
      code.hidden = false;
      code.querySelector("input").focus();
    } else fault.textContent = problem.detail;
  } catch {
    fault.textContent = "The service cannot be reached.";
  } finally {
    button.disabled = false;
  }
});`;

const html = (text: string) => () =>
  new Response(text, { headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" } });

const signInPath = "/sign-in";

/** The sign-in page that leads to this path afterwards. */
export const signInFor = (path: string): string =>
  path === "/" ? signInPath : `${signInPath}?to=${encodeURIComponent(path)}`;

export const accessPages: { path: string; handle: () => Response }[] = [
  { path: signInPath, handle: html(page("Sign in", name + password("current-password") + code, "Sign in", "sign-in")) },
  {
    path: "/welcome",
    handle: html(page("The first user", name + password("new-password"), "Create and sign in", "welcome")),
  },
  {
    path: "/sign-in.js",
    handle: () => new Response(script, { headers: { "content-type": "text/javascript; charset=utf-8" } }),
  },
];
