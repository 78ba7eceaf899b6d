import { useCallback, useState } from "react";
import { readText, writeText } from "../platform/local-text.ts";

export function useWidth(key: string, initial: number): [number, (width: number) => void] {
  const [width, setWidth] = useState(() => Number(readText(key)) || initial);
  const store = useCallback(
    (next: number) => {
      writeText(key, String(next));
      setWidth(next);
    },
    [key],
  );
  return [width, store];
}

type Props = {
  label: string;
  width: number;
  setWidth(width: number): void;
  min: number;
  max: number;
  /** It resizes the pane on its right. */
  fromRight?: boolean;
};

export function Splitter({ label, width, setWidth, min, max, fromRight = false }: Props) {
  const clamp = (value: number) => Math.round(Math.max(min, Math.min(max, value)));
  const sign = fromRight ? -1 : 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be focused and dragged as a window splitter is
    <div
      className="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key === "ArrowLeft") setWidth(clamp(width - 16 * sign));
        if (event.key === "ArrowRight") setWidth(clamp(width + 16 * sign));
      }}
      onPointerDown={(event) => {
        const start = event.clientX;
        const target = event.currentTarget;
        target.setPointerCapture(event.pointerId);
        const move = (at: PointerEvent) => setWidth(clamp(width + (at.clientX - start) * sign));
        target.addEventListener("pointermove", move);
        target.addEventListener("pointerup", () => target.removeEventListener("pointermove", move), { once: true });
      }}
    />
  );
}
