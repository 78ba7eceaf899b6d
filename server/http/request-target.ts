/** The path and query of a request's URL. If the Host is missing or malformed, the URL consists only of them. */
export function targetOf(url: string): string {
  const start = url.startsWith("/") ? 0 : url.indexOf("/", 8);
  return start < 0 ? "" : url.slice(start);
}

export function pathOf(target: string): string {
  const end = target.indexOf("?");
  return end < 0 ? target : target.slice(0, end);
}
