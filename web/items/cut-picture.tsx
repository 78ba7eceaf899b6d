import type { imageWidths } from "../../contract/constants.ts";
import { pictureUrl } from "../api.ts";
import { cutPoint, cutPosition, focalPointOf, takesFocalPoint, withFocalPoint } from "./focal-point.ts";

type Props = { url: string; width: (typeof imageWidths)[number]; alt: string; failed?(): void };

/** A picture cut to a square as shoppers see it. What the service does not cut itself, the browser cuts the same way. */
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
      // Out of the way of what stands for a picture that is not there; the browser's own sign is none of ours.
      onError={(event) => (failed ? failed() : event.currentTarget.classList.add("broken"))}
    />
  );
}
