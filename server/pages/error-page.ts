import { errorCodes } from "../../contract/errors.ts";
import type { Db } from "../db/db.ts";
import type { Problem } from "../http/problem.ts";
import { pathOf, targetOf } from "../http/request-target.ts";
import { withinTime } from "../http/within-time.ts";
import { signInPath } from "./access-pages.ts";
import { escaped, htmlResponse, page } from "./page-shell.ts";
import { pageLanguage, type Words, words } from "./page-words.ts";
import { productShop, shopOrProduct } from "./shop.ts";

/** A page that says what went wrong must not wait for what went wrong. */
const patienceMs = 1_000;

/** Programs get problems as JSON. A person who follows an address gets a page, and so do those whom a provider sends back. */
function isForReader(request: Request): boolean {
  const { headers, method, url } = request;
  // Not `new URL`, because the page may be about a Host that no address can have.
  const path = pathOf(targetOf(url));
  const isProgram = (path.startsWith("/api/") && !path.startsWith("/api/oidc/")) || path.startsWith("/uploads/");
  const dest = headers.get("sec-fetch-dest");
  return (
    method === "GET" &&
    !isProgram &&
    (headers.get("accept") ?? "").includes("text/html") &&
    (dest === null || dest === "document")
  );
}

function kindOf(status: number): keyof Words["errors"] {
  if (status === 404) return "missing";
  if (status === 401) return "signIn";
  if (status === 429 || status === 503) return "busy";
  return status === 500 ? "broken" : "refused";
}

/** The page for a problem; undefined if the request is not that of a reader. */
export function errorPage(
  { db, shopName }: { db: Db; shopName: string | undefined },
  problem: Problem,
  requestId: string,
  request: Request,
): Promise<Response> | undefined {
  if (!isForReader(request)) return undefined;
  const language = pageLanguage(request);
  const t = words[language];
  const { status } = errorCodes[problem.code];
  const kind = kindOf(status);
  const { title, text } = t.errors[kind];
  const link = kind === "signIn" ? { href: signInPath, text: t.backToSignIn } : { href: "/", text: t.toCatalog };
  const id =
    kind === "broken" || kind === "refused" ? `<p class="hint">${t.requestId} <code>${requestId}</code></p>` : "";
  const content = `<h1>${escaped(title)}</h1>
<p class="hint">${escaped(text)}</p>
${id}
<a class="button quiet" href="${link.href}">${link.text}</a>`;
  return withinTime(shopOrProduct(db, shopName), patienceMs, () => new Error("The database does not answer."))
    .catch(() => productShop(shopName))
    .then((shop) =>
      htmlResponse(page({ language, shop, title, content }), status, { ...problem.headers, "x-request-id": requestId }),
    );
}
