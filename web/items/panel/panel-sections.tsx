import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useText } from "../../platform/i18n/i18n.ts";
import { dialogStore } from "../../widgets/dialogs.ts";

/** The name of a section, as its element carries it. */
type Section = "basics" | "price" | "pictures" | "tags" | "properties" | "languages" | "comments" | "history";

type Props = { body: RefObject<HTMLElement | null> };

/** A section counts as reached when its top is this far below that of the panel. */
const nearTop = 48;

const inBody = (body: RefObject<HTMLElement | null>) => [
  ...(body.current?.querySelectorAll<HTMLElement>("[data-section]") ?? []),
];
const nameOf = (element: HTMLElement) => element.dataset.section as Section;

/** The parts of the open item, one click or key away from each other; the one that is shown is marked. */
export function PanelSections({ body }: Props) {
  const t = useText();
  const row = useRef<HTMLElement>(null);
  const [names, setNames] = useState<readonly Section[]>([]);
  const { current, jump, by } = useCurrent(body);
  useEffect(() => setNames(inBody(body).map(nameOf)), [body]);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const way = { PageDown: 1, PageUp: -1 }[event.key] as 1 | -1 | undefined;
      if (!way || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || dialogStore.get()) return;
      event.preventDefault();
      by(way);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [by]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked one may be out of sight
  useEffect(() => {
    const marked = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (!row.current || !marked) return;
    row.current.scrollLeft = marked.offsetLeft - (row.current.clientWidth - marked.offsetWidth) / 2;
  }, [current, names]);
  const labels: Record<Section, string> = {
    basics: t.item.basics,
    price: t.item.price,
    pictures: t.item.pictures,
    tags: t.item.tags,
    properties: t.item.description,
    languages: t.item.languages,
    comments: t.item.comments,
    history: t.sections.history,
  };
  /** The arrows go along the row, as in a list of tabs. */
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(row.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
  return (
    <nav ref={row} className="panel-sections" aria-label={t.item.sections} onKeyDown={onKeyDown}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          tabIndex={name === (current ?? names[0]) ? 0 : -1}
          aria-current={name === (current ?? names[0]) ? "location" : undefined}
          onClick={() => jump(name)}
        >
          {labels[name]}
        </button>
      ))}
    </nav>
  );
}

/** Which section is at the top. One near the end may not get there, and is the current one after a jump to it. */
function useCurrent(body: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState<Section>();
  const jumped = useRef<{ name: Section; top: number }>(undefined);
  useEffect(() => {
    const scroller = body.current;
    if (!scroller) return;
    const look = () => {
      if (jumped.current?.top === scroller.scrollTop) return;
      jumped.current = undefined;
      const top = scroller.getBoundingClientRect().top + nearTop;
      const reached = inBody(body).filter((element) => element.getBoundingClientRect().top <= top);
      setCurrent(reached.length > 0 ? nameOf(reached.at(-1) as HTMLElement) : undefined);
    };
    look();
    scroller.addEventListener("scroll", look, { passive: true });
    return () => scroller.removeEventListener("scroll", look);
  }, [body]);
  const jump = (name: Section) => {
    const element = inBody(body).find((one) => nameOf(one) === name);
    if (!element || !body.current) return;
    const [from, to] = [body.current, element].map((one) => one.getBoundingClientRect().top);
    body.current.scrollTop += (to ?? 0) - (from ?? 0);
    jumped.current = { name, top: body.current.scrollTop };
    setCurrent(name);
    // The keyboard goes on from there.
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
  };
  return {
    current,
    jump,
    by(way: 1 | -1) {
      const names = inBody(body).map(nameOf);
      const next = names[(current ? names.indexOf(current) : 0) + way];
      if (next) jump(next);
    },
  };
}
