import { useText } from "../platform/i18n/i18n.ts";

export type DotState = "missing" | "copied" | "stale";

/** What a translation still needs, as a small dot: a page of texts to do is work, no alarm. */
export function TextDot({ state, id }: { state: DotState; id?: string }) {
  const t = useText();
  const words = t.translations[state];
  return <span className="text-dot" id={id} data-state={state} data-tip={words} role="img" aria-label={words} />;
}
