import { focalSteps } from "../../contract/constants.ts";

/** The point of a picture that stays visible when it is cropped, from the left and from the top, 0 to 1. */
export type FocalPoint = { x: number; y: number };

export const middle: FocalPoint = { x: 0.5, y: 0.5 };

/** Whether this is an address of the service: another server may reject an unknown parameter. */
export const takesFocalPoint = (url: string) => /(^|\/)[0-9a-f]{64}\.\w{3,4}(\?[^#]*)?$/.test(url);

function parts(url: string): { path: string; query: URLSearchParams } {
  const at = url.indexOf("?");
  return at < 0
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, at), query: new URLSearchParams(url.slice(at)) };
}

const fraction = (text: string | null) => {
  const value = text === null || text === "" ? 0.5 : Number(text);
  return value >= 0 && value <= 1 ? value : 0.5;
};

export function focalPointOf(url: string): FocalPoint {
  if (!takesFocalPoint(url)) return middle;
  const { query } = parts(url);
  return { x: fraction(query.get("fx")), y: fraction(query.get("fy")) };
}

const rounded = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;

/** The address of the picture with this point. The middle is the default, so it is left out. */
export function withFocalPoint(url: string, point: FocalPoint): string {
  const { path, query } = parts(url);
  const [x, y] = [rounded(point.x), rounded(point.y)];
  query.delete("fx");
  query.delete("fy");
  if (x !== middle.x || y !== middle.y) {
    query.set("fx", String(x));
    query.set("fy", String(y));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

export const withoutFocalPoint = (url: string) => (takesFocalPoint(url) ? withFocalPoint(url, middle) : url);

const step = (value: number) => Math.round(value * focalSteps) / focalSteps;

/** The point in the steps in which the service crops: dragging a point requests few different crops. */
export const cutPoint = ({ x, y }: FocalPoint): FocalPoint => ({ x: step(x), y: step(y) });

/** The same crop in CSS. */
export function cutPosition(point: FocalPoint): string {
  const { x, y } = cutPoint(point);
  return `${x * 100}% ${y * 100}%`;
}
