import { encode } from "uqr";

/** The light margin that the standard asks for, in squares. */
const margin = 4;

/** Drawn in the browser, because the text holds a secret. Dark on light in every appearance: cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data: rows, size } = encode(text, { border: margin });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg width={196} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
