import { type ReactNode, useEffect, useRef, useState } from "react";

type Props = {
  section: string;
  /** The field that the part is about, as an undo looks for it. */
  field: string;
  /** Drawn at once, because someone came for it. */
  wanted: boolean;
  children: ReactNode;
};

const distance = "400px";

/** A part of a panel that is drawn when it comes near: whoever goes from item to item mostly does without it. */
export function Near({ section, field, wanted, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [wasNear, setNear] = useState(false);
  const isDrawn = wasNear || wanted;
  useEffect(() => {
    if (isDrawn || !place.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      root: place.current.parentElement,
      rootMargin: distance,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isDrawn]);
  return (
    <div ref={place} data-section={section} data-field={field}>
      {isDrawn ? children : <div className="panel-section" style={{ minHeight: 240 }} />}
    </div>
  );
}
