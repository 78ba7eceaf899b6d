import { useEffect, useState } from "react";

const delayMs = 400;

type Tip = { text: string; box: DOMRect };

const around = (event: Event, selector: string) =>
  event.target instanceof Element ? event.target.closest(selector) : null;

/**
 * The words of whatever carries `data-tip`, while the pointer or the keyboard rests on it. One listener for the whole page:
 * a component around each button would cost every screen its share of the first draw. The same words are the button's
 * name, so nobody who listens to the page hears them twice.
 */
export function Tips() {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let at: Element | null = null;
    const leave = () => {
      clearTimeout(timer);
      at = null;
      setTip(undefined);
    };
    const reach = (event: Event) => {
      const next = around(event, "[data-tip]");
      // The pointer may go over to the words, which a magnifier may need.
      if (next === at || around(event, ".tip")) return;
      leave();
      if (!next || (event.type === "focusin" && !next.matches(":focus-visible"))) return;
      at = next;
      timer = setTimeout(
        () =>
          next.isConnected && setTip({ text: next.getAttribute("data-tip") ?? "", box: next.getBoundingClientRect() }),
        delayMs,
      );
    };
    const key = (event: KeyboardEvent) => event.key === "Escape" && leave();
    const listened = [
      ["pointerover", reach],
      ["focusin", reach],
      ["focusout", leave],
      ["pointerdown", leave],
      ["scroll", leave],
    ] as const;
    for (const [name, listener] of listened) document.addEventListener(name, listener, true);
    document.addEventListener("keydown", key, true);
    document.documentElement.addEventListener("pointerleave", leave);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of listened) document.removeEventListener(name, listener, true);
      document.removeEventListener("keydown", key, true);
      document.documentElement.removeEventListener("pointerleave", leave);
    };
  }, []);
  if (!tip) return null;
  const { box } = tip;
  const above = box.top > 40;
  return (
    <div
      className="tip"
      aria-hidden
      data-above={above || undefined}
      ref={(shown) => {
        if (!shown) return;
        // Kept on the page: a wide tip at the edge would be cut off.
        const half = shown.offsetWidth / 2 + 4;
        const middle = box.left + box.width / 2;
        shown.style.left = `${Math.max(half, Math.min(innerWidth - half, middle))}px`;
      }}
      style={{ top: above ? box.top : box.bottom }}
    >
      <span>{tip.text}</span>
    </div>
  );
}
