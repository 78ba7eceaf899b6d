import { marked, notesHtml, type Schema, typeHtml } from "./schema-text.ts";

type Content = Record<string, { schema?: Schema; examples?: Record<string, unknown> }>;
type Field = { name: string; in: string; required?: boolean; description?: string; example?: unknown; schema: Schema };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Field[];
  requestBody?: { description?: string; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
type Methods = Record<string, Operation>;

/** What the page shows of an OpenAPI document. */
export type Described = {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Methods>;
  webhooks: Record<string, Methods>;
  components: { schemas: Record<string, Schema> };
};

const text = (words: string) => Bun.escapeHTML(words);
const anchor = (words: string) => words.toLowerCase().replace(/\W+/g, "-");

const table = (heads: readonly string[], rows: readonly string[][]): string =>
  `<div class="wide"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`)
    .join("")}</tbody></table></div>`;

const parametersHtml = (fields: readonly Field[]): string =>
  table(
    ["Parameter", "In", "Type", "Meaning"],
    fields.map((field) => [
      `<code>${text(field.name)}</code>`,
      field.in,
      typeHtml(field.schema),
      `${field.required ? "Required. " : ""}${notesHtml({ ...field.schema, description: field.description ?? "" })}`,
    ]),
  );

const contentHtml = (content: Content): string =>
  Object.entries(content)
    .map(([type, { schema }]) => `<p><code>${text(type)}</code>${schema ? ` ${typeHtml(schema)}` : ""}</p>`)
    .join("");

/** Errors are listed by their codes, which are explained on a page of their own. */
function responseHtml([status, { description, content = {} }]: [string, Operation["responses"][string]]): string[] {
  const codes = Object.keys(content["application/problem+json"]?.examples ?? {});
  const links = codes.map((code) => `<a href="/docs/errors#${code}">${code}</a>`).join(" ");
  return [`<code>${status}</code>`, links || marked(description) + contentHtml(content)];
}

function exampleOf({ requestBody }: Operation, schemas: Described["components"]["schemas"]): string {
  const schema = requestBody?.content["application/json"]?.schema;
  const named = schema?.$ref ? schemas[schema.$ref.split("/").at(-1) ?? ""] : schema;
  const [example] = (named?.examples as unknown[] | undefined) ?? [];
  return example === undefined ? "" : JSON.stringify(example, null, 2);
}

/** Sends a request from the page: `referenceScript` does it. */
function formHtml(method: string, path: string, operation: Operation, example: string): string {
  const inputs = (operation.parameters ?? [])
    .filter((field) => field.in !== "header")
    .map((field) => {
      const label = `<span><code>${text(field.name)}</code></span>`;
      return `<label>${label}<input name="${text(field.name)}" data-in="${field.in}"${field.required ? " required" : ""}></label>`;
    });
  const body =
    example === "" ? "" : `<label><span>Body</span><textarea name="body" rows="6">${text(example)}</textarea></label>`;
  return `<form data-method="${method.toUpperCase()}" data-path="${text(path)}">${inputs.join("")}${body}
<button>Send</button><pre hidden tabindex="0" aria-live="polite"></pre></form>`;
}

function operationHtml(method: string, path: string, operation: Operation, { components }: Described): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const isCalled = path.startsWith("/");
  const isStream = responses[200]?.content?.["text/event-stream"] !== undefined;
  // Forms with files and streams have no simple request.
  const sends = isCalled && !isStream && (!requestBody || requestBody.content["application/json"]);
  return `<details id="${operationId}"><summary><b class="${method}">${method.toUpperCase()}</b> <code>${text(path)}</code>
<span>${text(summary)}</span></summary><p>${marked(description)}</p>
${parameters.length > 0 ? parametersHtml(parameters) : ""}
${requestBody ? `<h4>Body</h4>${marked(requestBody.description ?? "")}${contentHtml(requestBody.content)}` : ""}
<h4>Answers</h4>${table(["Status", "Answer"], Object.entries(responses).map(responseHtml))}
${sends ? `<h4>Try it</h4>${formHtml(method, path, operation, exampleOf(operation, components.schemas))}` : ""}</details>`;
}

function schemaHtml([name, schema]: [string, Schema]): string {
  const fields = Object.entries(schema.properties ?? {}).map(([field, of]) => [
    `<code>${text(field)}</code>${schema.required?.includes(field) ? "" : " (optional)"}`,
    typeHtml(of),
    notesHtml(of),
  ]);
  const shape = fields.length > 0 ? table(["Field", "Type", "Meaning"], fields) : `<p>${typeHtml(schema)}</p>`;
  return `<section id="schema-${text(name)}"><h3>${text(name)}</h3><p>${notesHtml(schema)}</p>${shape}</section>`;
}

/** The body of the API reference, as HTML. */
export function referenceHtml(document: Described): string {
  const { info, tags, paths, webhooks, components } = document;
  const operations = Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const shown = own.map(({ method, path, operation }) => operationHtml(method, path, operation, document)).join("");
    return `<section id="${anchor(name)}"><h2>${text(name)}</h2><p>${text(description)}</p>${shown}</section>`;
  });
  const links = [...tags.map(({ name }) => name), "Schemas"].map(
    (name) => `<a href="#${anchor(name)}">${text(name)}</a>`,
  );
  return `<header><h1>${text(info.title)}: API reference</h1><p>${marked(info.description)}</p>
<p><a href="/openapi.json">OpenAPI document</a> · <a href="/docs/errors">Errors</a></p>
<nav aria-label="Parts">${links.join(" ")}</nav>
<label><span>Find</span><input id="find" type="search" placeholder="items, PATCH, /api/changes"></label></header>
<main>${sections.join("")}<section id="schemas"><h2>Schemas</h2>${Object.entries(components.schemas).map(schemaHtml).join("")}</section></main>`;
}

export const referenceStyle = `<style>
:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1.25rem}
code,pre,textarea{font:.9em ui-monospace,Menlo,monospace;overflow-wrap:anywhere}h2{margin-top:2.5rem}h2,h3,details{scroll-margin-top:1rem}
nav{display:flex;flex-wrap:wrap;gap:.35rem .9rem;margin:1rem 0}a{color:light-dark(#3b44c4,#a9b1fa)}
details{border:1px solid light-dark(#d8dbe4,#343843);border-radius:8px;margin:.4rem 0;padding:.5rem .8rem}
summary{cursor:pointer}summary span{color:light-dark(#565b6a,#a3a9b8)}summary b{display:inline-block;min-width:4.2em}
.get{color:light-dark(#1d6fb8,#7cb8f0)}.post{color:light-dark(#1c7a3d,#6fd18f)}.put,.patch{color:light-dark(#945b00,#e5b567)}.delete{color:light-dark(#b3202c,#ff8f96)}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid light-dark(#e4e6ed,#282b34)}
td{overflow-wrap:anywhere;min-width:5rem}form{display:grid;gap:.5rem;max-width:40rem}label{display:grid;gap:.2rem}
input,textarea,button{font-size:1em;padding:.4rem .6rem;border-radius:6px;border:1px solid light-dark(#8b90a0,#5a6070)}
button{justify-self:start;cursor:pointer}pre{max-height:24rem;overflow:auto;padding:.6rem;background:color-mix(in srgb,currentColor 8%,transparent)}
</style>`;

/** Finds operations, opens the one that the address names, and sends requests. */
export const referenceScript = `const open = () => {
  const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named instanceof HTMLDetailsElement) named.open = true;
};
addEventListener("hashchange", open);
open();
const find = document.getElementById("find");
find.addEventListener("input", () => {
  const words = find.value.toLowerCase();
  for (const one of document.querySelectorAll("details"))
    one.hidden = !one.querySelector("summary").textContent.toLowerCase().includes(words);
});
for (const form of document.forms) form.addEventListener("submit", async (event) => {
  event.preventDefault();
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll("input")) {
    if (input.dataset.in === "path") path = path.replace("{" + input.name + "}", encodeURIComponent(input.value));
    else if (input.value !== "") query.set(input.name, input.value);
  }
  const shown = form.querySelector("pre");
  const body = form.elements.body?.value;
  shown.hidden = false;
  shown.textContent = "…";
  try {
    const answer = await fetch(query.size > 0 ? path + "?" + query : path, {
      method: form.dataset.method, body, headers: body === undefined ? {} : { "content-type": "application/json" },
      signal: AbortSignal.timeout(30000),
    });
    const type = answer.headers.get("content-type") ?? "";
    const words = /json/.test(type) ? JSON.stringify(await answer.json(), null, 2) : (await answer.text()).slice(0, 20000);
    shown.textContent = answer.status + " " + answer.statusText + "\\n" + words;
  } catch (error) {
    shown.textContent = String(error);
  }
});
`;
