import { asPage } from "../http/security-headers.ts";
import { signInFor } from "../pages/access-pages.ts";

/** Answers requests for pages and files of the editor; undefined for any other request. */
export type Editor = { handle(request: Request): Promise<Response | undefined> };

/** A screen of the editor. If sign-in is required, a client without a session is redirected to the sign-in page. */
export async function screenOf(
  editor: Editor | undefined,
  gate: { isSignedIn(request: Request, address: string): Promise<boolean> } | undefined,
  request: Request,
  address: (request: Request) => string,
): Promise<Response | undefined> {
  const screen = await editor?.handle(request);
  if (!screen) return undefined;
  const isHtml = screen.headers.get("content-type")?.startsWith("text/html");
  if (gate && isHtml && !(await gate.isSignedIn(request, address(request)))) {
    const { pathname, search } = new URL(request.url);
    const location = signInFor(pathname + search);
    return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
  }
  return asPage(screen);
}
