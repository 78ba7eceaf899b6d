import { openApiDocument } from "./openapi.ts";
import { type Described, referenceHtml, referenceScript, referenceStyle } from "./reference-page.ts";
import type { Route } from "./route.ts";

type Page = { path: string; handle: () => Response | Promise<Response> };

const page = (title: string, head: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/docs/icon.svg">
${head}
</head>
<body>${body}</body>
</html>`;

const referenceOf = (document: object) =>
  page(
    "Catalog Backoffice: API reference",
    referenceStyle,
    `${referenceHtml(document as Described)}<script src="/docs/start.js"></script>`,
  );

const errorStyle = `<style>
:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1.5rem}
code{background:color-mix(in srgb,currentColor 10%,transparent);padding:.1em .35em;border-radius:4px}
h2{margin-top:2.5rem;scroll-margin-top:1rem}h2:target{outline:2px solid #4c6ef5;outline-offset:.4rem;border-radius:4px}
</style>`;

/** docs/errors.md as a page. Each code is a heading with an anchor, which the `type` of a problem links to. */
async function errorsPage(): Promise<string> {
  const text = await Bun.file(new URL("../../docs/errors.md", import.meta.url)).text();
  const html = Bun.markdown.html(text).replace(/<h2><code>(\w+)<\/code>/g, '<h2 id="$1"><code>$1</code>');
  return page("Catalog Backoffice: errors", errorStyle, html);
}

const icon = Bun.file(new URL("../../web/icon.svg", import.meta.url));

const headers = (type: string) => ({
  "content-type": `${type}; charset=utf-8`,
});

/** Both are made when they are first asked for. Everything comes from this service, so it works offline. */
export function docsRoutes(routes: readonly Route[]): Page[] {
  let document: string | undefined;
  let reference: string | undefined;
  return [
    {
      path: "/openapi.json",
      handle: () => {
        document ??= JSON.stringify(openApiDocument(routes));
        return new Response(document, { headers: headers("application/json") });
      },
    },
    {
      path: "/docs",
      handle: () => {
        reference ??= referenceOf(openApiDocument(routes));
        return new Response(reference, { headers: headers("text/html") });
      },
    },
    { path: "/docs/errors", handle: async () => new Response(await errorsPage(), { headers: headers("text/html") }) },
    { path: "/docs/icon.svg", handle: () => new Response(icon, { headers: headers("image/svg+xml") }) },
    { path: "/docs/start.js", handle: () => new Response(referenceScript, { headers: headers("text/javascript") }) },
  ];
}
