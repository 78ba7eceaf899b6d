import { Box, Button, Group, Paper, Text, Title } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { ActionContext } from "../../actions/action.ts";
import { keysOf } from "../../actions/key-names.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { useLater } from "../../platform/i18n/later-words.ts";
import { useStore } from "../../platform/store.ts";
import { layers } from "../../widgets/use-escape.ts";
import { type Box as Place, placeCard, ringAround, type Size } from "./place-card.ts";
import { endTour, mayTour, startTour, tourStore } from "./tour-offer.ts";
import { placeOf, tourSteps } from "./tour-steps.ts";

/** Shows people around in the demo catalog. The editor works on below it. */
export default function Tour({ context }: { context: ActionContext }) {
  const state = useStore(tourStore);
  return state === "open" ? <Steps context={context} /> : <Waiting />;
}

const quietMs = 700;

/** Begins when nothing has the focus, nothing lies over the screen, and no key or button was pressed for a moment. */
function Waiting() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      // The whole screen has the focus after a dialog was closed.
      const isIdle = document.activeElement?.matches("body, #content") ?? true;
      if (isIdle && !document.querySelector(layers)) startTour();
    };
    const stop = () => clearTimeout(timer);
    const wait = () => {
      stop();
      timer = setTimeout(begin, quietMs);
    };
    wait();
    const ends = ["keyup", "pointerup", "pointercancel", "dragend", "focusout"];
    const starts = ["keydown", "pointerdown"];
    for (const name of ends) addEventListener(name, wait, true);
    for (const name of starts) addEventListener(name, stop, true);
    return () => {
      stop();
      for (const name of ends) removeEventListener(name, wait, true);
      for (const name of starts) removeEventListener(name, stop, true);
    };
  }, []);
  return null;
}

function Steps({ context }: { context: ActionContext }) {
  const [at, setAt] = useState(0);
  const step = tourSteps[at];
  const latest = useRef(context);
  latest.current = context;
  useEffect(() => {
    // What cannot be read is shown by the screen itself; the card stays.
    Promise.resolve(step?.show(latest.current)).catch(() => undefined);
  }, [step]);
  useEffect(() => {
    if (!mayTour(context.projectId)) tourStore.set(undefined);
  }, [context.projectId]);
  useEscapeEnds();
  if (!step) return null;
  const last = at === tourSteps.length - 1;
  const next = () => {
    if (!last) return setAt(at + 1);
    leave();
    context.go("catalog");
  };
  return <Card key={at} step={step} at={at} next={next} back={at > 0 ? () => setAt(at - 1) : undefined} last={last} />;
}

/** The focus must not be lost with the card. */
function leave() {
  endTour();
  document.getElementById("content")?.focus({ preventScroll: true });
}

/** From anywhere, except where Escape means something else. */
function useEscapeEnds() {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isElsewhere = (event.target as Element).closest?.("input, textarea, select, [role=grid]");
      if (event.key !== "Escape" || isElsewhere || document.querySelector(layers)) return;
      event.preventDefault();
      leave();
    };
    // In the capture phase: the same key would close the panel of an item.
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  }, []);
}

type CardProps = {
  step: (typeof tourSteps)[number];
  at: number;
  next(): void;
  back: (() => void) | undefined;
  last: boolean;
};

/** Where the last step was, until the next one is drawn. */
let lastPlace: Place | undefined;

function Card({ step, at, next, back, last }: CardProps) {
  const t = useText();
  const { tour } = useLater();
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const going = useRef<HTMLButtonElement>(null);
  const { about, size, room } = useSeen(step.at, card);
  useEffect(() => going.current?.focus({ preventScroll: true }), []);
  if (about) lastPlace = about;
  const { title, text } = tour.steps[step.id];
  const onKeyDown = (event: KeyboardEvent) => {
    const onButton = (event.target as Element).closest("button");
    if (event.key === "ArrowRight" || (event.key === "Enter" && !onButton)) next();
    else if (event.key === "ArrowLeft") back?.();
    else return;
    event.preventDefault();
  };
  return (
    <>
      {about && (
        <Box
          className="tour-ring"
          pos="fixed"
          bdrs="md"
          style={{
            ...ringAround(about, room),
            zIndex: 150,
            pointerEvents: "none",
            boxShadow: "0 0 0 2px var(--mantine-primary-color-filled), 0 0 0 6px var(--mantine-color-iris-light)",
          }}
        />
      )}
      <Paper
        ref={card}
        className="tour"
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        pos="fixed"
        w={{ base: "calc(100vw - 24px)", sm: 340 }}
        p="md"
        radius="lg"
        shadow="lg"
        withBorder
        style={{ ...placeCard(about ?? lastPlace, size, room), zIndex: 151 }}
      >
        <Text size="xs" c="dimmed">
          {tour.step(at + 1, tourSteps.length)}
        </Text>
        <Title order={2} size="md" mt={2} id={`${id}-title`}>
          {title}
        </Title>
        <Text size="sm" mt={4} id={`${id}-text`}>
          {text((shortcut) => keysOf(shortcut).join(" "))}
        </Text>
        <Group mt="md" gap="xs">
          {!last && (
            <Button size="xs" variant="subtle" color="gray" px={6} onClick={leave}>
              {tour.skip}
            </Button>
          )}
          <Group gap="xs" ml="auto">
            {back && (
              <Button size="xs" variant="default" onClick={back}>
                {t.common.back}
              </Button>
            )}
            <Button size="xs" ref={going} onClick={next}>
              {last ? tour.done : tour.next}
            </Button>
          </Group>
        </Group>
      </Paper>
    </>
  );
}

type Seen = { about: Place | undefined; size: Size; room: Size };

/**
 * Where the subject of the step, the card and the edges of the window are, frame by frame: the subject may still be loading,
 * may be scrolled, and moves when a panel beside it is dragged wider.
 */
function useSeen(at: readonly string[], card: { current: HTMLElement | null }): Seen {
  const [seen, setSeen] = useState<Seen>(() => look(at, card.current));
  useLayoutEffect(() => {
    let frame = 0;
    const follow = () => {
      const now = look(at, card.current);
      setSeen((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [at, card]);
  return seen;
}

function look(at: readonly string[], card: HTMLElement | null): Seen {
  const box = placeOf(at);
  return {
    about: box && { left: box.left, top: box.top, width: box.width, height: box.height },
    size: { width: card?.offsetWidth ?? 0, height: card?.offsetHeight ?? 0 },
    room: { width: innerWidth, height: innerHeight },
  };
}
