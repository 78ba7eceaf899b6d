import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "./openapi.ts";
import type { Route } from "./route.ts";

type Page = { path: string; handle: () => Response | Promise<Response> };

/** The API reference loads everything from this service, so it works offline. */
const assets: Record<string, string> = {
  "swagger-ui.css": "text/css",
  "swagger-ui-bundle.js": "text/javascript",
  "favicon-32x32.png": "image/png",
};

/** Resolved, not imported: the main module of the package would load the whole reference page. */
const assetFolder = dirname(fileURLToPath(import.meta.resolve("swagger-ui-dist/package.json")));

const startScript = `SwaggerUIBundle({
  url: "/openapi.json", dom_id: "#reference", deepLinking: true, tryItOutEnabled: true, displayRequestDuration: true,
  defaultModelsExpandDepth: 0, docExpansion: "list", syntaxHighlight: { activate: true },
});`;

const page = (title: string, head: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/docs/favicon-32x32.png">
${head}
</head>
<body>${body}</body>
</html>`;

const reference = page(
  "Catalog Backoffice: API reference",
  '<link rel="stylesheet" href="/docs/swagger-ui.css"><style>body{margin:0}.topbar{display:none}</style>',
  '<div id="reference"></div><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script>',
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

const headers = (type: string) => ({
  "content-type": `${type}; charset=utf-8`,
});

export function docsRoutes(routes: readonly Route[]): Page[] {
  let document: string | undefined;
  return [
    {
      path: "/openapi.json",
      handle: () => {
        document ??= JSON.stringify(openApiDocument(routes));
        return new Response(document, { headers: headers("application/json") });
      },
    },
    { path: "/docs", handle: () => new Response(reference, { headers: headers("text/html") }) },
    { path: "/docs/errors", handle: async () => new Response(await errorsPage(), { headers: headers("text/html") }) },
    { path: "/docs/start.js", handle: () => new Response(startScript, { headers: headers("text/javascript") }) },
    ...Object.entries(assets).map(([name, type]) => ({
      path: `/docs/${name}`,
      handle: () => new Response(Bun.file(`${assetFolder}/${name}`), { headers: headers(type) }),
    })),
  ];
}
