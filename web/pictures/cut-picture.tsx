import type { imageWidths } from "../../contract/constants.ts";
import { cutPoint, cutPosition, focalPointOf, takesFocalPoint, withFocalPoint } from "./focal-point.ts";
import { pictureUrl } from "./picture-url.ts";

type Props = { url: string; width: (typeof imageWidths)[number]; alt: string; failed?(): void };

/** A picture cropped to a square as shoppers see it. The browser crops what the service does not. */
export function CutPicture({ url, width, alt, failed }: Props) {
  const point = cutPoint(focalPointOf(url));
  return (
    <img
      src={pictureUrl(takesFocalPoint(url) ? withFocalPoint(url, point) : url, width, "cover")}
      alt={alt}
      loading="lazy"
      draggable={false}
      style={{ objectPosition: cutPosition(point) }}
      onLoad={(event) => event.currentTarget.classList.remove("broken")}
      // Hidden, so that the browser's own sign for a broken picture does not show.
      onError={(event) => (failed ? failed() : event.currentTarget.classList.add("broken"))}
    />
  );
}
