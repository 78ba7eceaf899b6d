/**
 * Scrolling through more rows than an element can be high: browsers end it at 17 to 33 million pixels, which is less than
 * a million rows. The element is made shorter then. `top` is where the list would be scrolled to if it had its full
 * height, `scrollTop` is where the element is.
 *
 * The list is divided into bands. Within a band a step of the wheel moves the rows by as many pixels; from band to band
 * the element is set back, so that it ends where the list ends. A jump, as with the scroll bar, goes to the band in
 * proportion.
 */
export type Position = { top: number; scrollTop: number };

/** All heights in pixels: of all rows, and of the part of them that is visible. */
export type Extent = { full: number; view: number };

/** Enough for 200,000 rows of 40 pixels without any of this, and less than any browser's limit. */
export const mostPixels = 8_000_000;
const bandHeight = mostPixels / 100;
/** A longer step is a jump: more than the wheel or a finger makes, less than the scroll bar if it is moved by a pixel. */
const longestStep = 4_000;

/** How high the element is. */
export const shownHeight = ({ full }: Extent) => Math.min(full, mostPixels);

const isWhole = ({ full }: Extent) => full <= mostPixels;

/** How far the rows of a band are moved up. */
function shiftOf(extent: Extent, top: number): number {
  const bands = Math.floor(extent.full / bandHeight);
  const band = Math.max(0, Math.min(bands - 1, Math.floor(top / bandHeight)));
  return Math.round((band * (extent.full - mostPixels)) / (bands - 1));
}

/** The position at which the list is scrolled to `top`. */
export function positionAt(extent: Extent, top: number): Position {
  const within = Math.max(0, Math.min(extent.full - extent.view, top));
  return { top: within, scrollTop: isWhole(extent) ? within : within - shiftOf(extent, within) };
}

/** The position after someone has scrolled the element. Its `scrollTop` is then to be set, if it is another. */
export function scrolled(extent: Extent, before: Position, scrollTop: number): Position {
  if (isWhole(extent)) return { top: scrollTop, scrollTop };
  const step = scrollTop - before.scrollTop;
  if (Math.abs(step) <= longestStep) return positionAt(extent, before.top + step);
  const share = scrollTop / (mostPixels - extent.view);
  return { top: scrollTop + shiftOf(extent, share * (extent.full - extent.view)), scrollTop };
}
