import { focalSteps } from "../../contract/constants.ts";

/** The part of a picture that a cut must keep, from the left and from the top, 0 to 1. */
export type FocalPoint = { x: number; y: number };

export const middle: FocalPoint = { x: 0.5, y: 0.5 };

/** Whether the service made this address: another server may take an unknown parameter amiss. */
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

const kept = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;

/** The same picture with that point. The middle is what every picture has, so it is not written down. */
export function withFocalPoint(url: string, point: FocalPoint): string {
  const { path, query } = parts(url);
  const [x, y] = [kept(point.x), kept(point.y)];
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

/** The point as the service cuts, which is in steps: while a point is dragged, few different cuts are asked for. */
export const cutPoint = ({ x, y }: FocalPoint): FocalPoint => ({ x: step(x), y: step(y) });

/** The same cut in CSS. */
export function cutPosition(point: FocalPoint): string {
  const { x, y } = cutPoint(point);
  return `${x * 100}% ${y * 100}%`;
}
