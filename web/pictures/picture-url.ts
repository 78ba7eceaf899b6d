import type { imageFits, imageWidths } from "../../contract/constants.ts";

/** The address of a picture in this width, cropped if `fit` says so. */
export function pictureUrl(url: string, width: (typeof imageWidths)[number], fit?: (typeof imageFits)[number]): string {
  if (!url.includes("/uploads/")) return url;
  return `${url}${url.includes("?") ? "&" : "?"}w=${width}${fit ? `&fit=${fit}` : ""}`;
}
