import { type RefObject, useLayoutEffect, useState } from "react";

/** The inner width of an element in pixels; undefined before its first layout. */
export function useRoom(element: RefObject<HTMLElement | null>): number | undefined {
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const look = () => setRoom(measured.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
