import type { InterfaceLanguage } from "../../contract/constants.ts";
import type { Shop } from "./shop.ts";

/** The ranges of the font's own files. */
const fonts = [
  ["latin", "U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212"],
  ["cyrillic", "U+301,U+400-45F,U+490-491,U+4B0-4B1,U+2116"],
].map(
  ([script, range]) => `@font-face{font-family:Inter;font-weight:100 900;font-display:swap;
src:url(/assets/inter-${script}-wght-normal.woff2)format("woff2");unicode-range:${range}}`,
);

/** The look of the editor, for pages that need nothing of it but its icon and its font. */
const style = `${fonts.join("")}
:root{color-scheme:light dark;color:light-dark(#1b1d26,#e7e9f0);background:light-dark(#f7f8fa,#101216);
font:14px/1.45 Inter,system-ui,sans-serif}
body{min-height:100vh;min-height:100dvh;margin:0;display:grid;place-items:center;padding:24px 0;box-sizing:border-box}
.card{box-sizing:border-box;width:400px;max-width:calc(100vw - 32px);padding:32px;display:grid;gap:16px;border-radius:12px;
border:1px solid light-dark(#e4e6ed,#282b34);background:light-dark(#fff,#14161b);
box-shadow:0 8px 28px rgb(10 12 30/16%),0 1px 3px rgb(10 12 30/10%)}
.shop{display:flex;align-items:center;gap:10px;font-size:14px;font-weight:600;overflow-wrap:anywhere}
.shop img{flex:none;width:32px;height:32px;border-radius:8px;object-fit:contain}
h1{font-size:24px;line-height:1.2;font-weight:600;margin:0;overflow-wrap:anywhere}
p{margin:0;overflow-wrap:anywhere}
.fields{display:grid;gap:16px}
.hint{color:light-dark(#5c6170,#969cac);font-size:13px}
label{display:grid;gap:4px;font-size:13px;font-weight:600}
label .hint{font-weight:400;font-size:12px}
input,button,.button{box-sizing:border-box;height:36px;padding:0 12px;font:inherit;border-radius:8px}
input{font-size:13px;font-weight:400;color:inherit;background:light-dark(#fff,#1a1c22);
border:1px solid light-dark(#cdd1db,#343843)}
input[aria-invalid=true]{border-color:light-dark(#c02533,#ff8f96)}
button,.button{font-size:13px;font-weight:600;background:#4f5bea;color:#fff;border:1px solid transparent;cursor:pointer;
display:flex;align-items:center;justify-content:center;gap:8px;text-decoration:none}
button:hover,.button:hover{background:#4149cf}
button:disabled{opacity:.6;cursor:default}
.quiet{background:light-dark(#fff,#1a1c22);color:inherit;border-color:light-dark(#cdd1db,#343843)}
.quiet:hover{background:light-dark(#f0f2f6,#23262f)}
:focus-visible{outline:2px solid light-dark(#4f5bea,#7d88f4);outline-offset:1px}
[hidden]{display:none!important}
a:not(.button){color:light-dark(#4149cf,#a9b1fa);font-size:13px;justify-self:center}
#fault{color:light-dark(#c02533,#ff8f96);font-size:13px}
#fault:empty{position:absolute}
code{font:12px ui-monospace,"SF Mono","Cascadia Mono","Liberation Mono",Menlo,monospace;overflow-wrap:anywhere}`;

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text in HTML, also in an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

const icon = "/assets/icon.svg";

/** A logo of another host would need a policy that lets the page ask there. */
const logoOf = ({ logoUrl }: Shop): string => (/^\/(?!\/)/.test(logoUrl) ? logoUrl : icon);

type Page = { language: InterfaceLanguage; shop: Shop; title: string; content: string };

/** A whole page with one card. `content` is HTML. */
export const page = ({ language, shop, title, content }: Page): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)} · ${escaped(shop.name)}</title>
<link rel="icon" href="${icon}" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<main class="card">
<div class="shop"><img src="${escaped(logoOf(shop))}" alt="" width="32" height="32">${escaped(shop.name)}</div>
${content}
</main>
</body>
</html>`;

export const htmlResponse = (text: string, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(text, {
    status,
    headers: { ...headers, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
