/** A Link header to the same list from `cursor` on. */
export function nextLink(request: Request, cursor: string): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("page");
  searchParams.set("cursor", cursor);
  return `<${pathname}?${searchParams}>; rel="next"`;
}
