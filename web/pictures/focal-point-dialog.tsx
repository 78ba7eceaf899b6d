import { Button, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useText } from "../platform/i18n/i18n.ts";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import { cutPosition, type FocalPoint, focalPointOf, middle, withoutFocalPoint } from "./focal-point.ts";
import { pictureUrl } from "./picture-url.ts";

type Props = {
  url: string;
  /** Called for every step; it is saved like anything that is typed. */
  move(point: FocalPoint): void;
  /** The point was released. */
  leave(): void;
  close(): void;
};

const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = (value: number) => Math.min(1, Math.max(0, value));
const percent = (value: number) => Math.round(value * 100);

/** Sets the focal point: by dragging, a click, the arrow keys or numbers. */
export default function FocalPointDialog({ url, move, leave, close }: Props) {
  const t = useText();
  const area = useRef<HTMLDivElement>(null);
  const [broken, setBroken] = useState(false);
  const point = focalPointOf(url);
  const shown = pictureUrl(withoutFocalPoint(url), 960);

  const toPointer = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect();
    if (!box) return;
    move({ x: within((event.clientX - box.left) / box.width), y: within((event.clientY - box.top) / box.height) });
  };
  const byKey = (event: KeyboardEvent) => {
    const direction = arrows[event.key];
    if (!direction) return;
    event.preventDefault();
    const size = event.shiftKey ? 0.1 : 0.01;
    move({ x: within(point.x + direction[0] * size), y: within(point.y + direction[1] * size) });
  };
  return (
    <DialogFrame close={close} size={760} title={t.pictures.focalPoint}>
      <Text c="dimmed">{t.pictures.focalHint}</Text>
      <div className="focal">
        <div className="focal-stage">
          <div
            ref={area}
            className="focal-area"
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              toPointer(event);
            }}
            onPointerMove={(event) => {
              if (event.currentTarget.hasPointerCapture(event.pointerId)) toPointer(event);
            }}
            onPointerUp={leave}
          >
            <img src={shown} alt="" draggable={false} onError={() => setBroken(true)} />
            <div
              role="slider"
              tabIndex={0}
              data-autofocus
              className="focal-point"
              aria-label={t.pictures.focalPoint}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={percent(point.x)}
              aria-valuetext={t.pictures.focalAt(percent(point.x), percent(point.y))}
              style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
              onKeyDown={byKey}
              onBlur={leave}
            />
          </div>
          {broken && <Text c="red">{t.pictures.broken}</Text>}
        </div>
        <Stack gap="sm">
          <Title order={3}>{t.pictures.squareCut}</Title>
          <div className="focal-cuts">
            {[144, 64].map((size) => (
              <img
                key={size}
                src={shown}
                alt=""
                style={{ width: size, height: size, objectPosition: cutPosition(point) }}
              />
            ))}
          </div>
          <SimpleGrid cols={2} spacing="xs">
            <Percent label={t.pictures.fromLeft} value={point.x} change={(x) => move({ ...point, x })} leave={leave} />
            <Percent label={t.pictures.fromTop} value={point.y} change={(y) => move({ ...point, y })} leave={leave} />
          </SimpleGrid>
          <Button
            variant="default"
            size="xs"
            disabled={point.x === middle.x && point.y === middle.y}
            onClick={() => {
              move(middle);
              leave();
            }}
          >
            {t.pictures.centre}
          </Button>
        </Stack>
      </div>
    </DialogFrame>
  );
}

type PercentProps = { label: string; value: number; change(value: number): void; leave(): void };

function Percent({ label, value, change, leave }: PercentProps) {
  const [text, setText] = useState<string>();
  return (
    <TextInput
      label={label}
      type="number"
      min={0}
      max={100}
      value={text ?? String(percent(value))}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        const number = Number(typed);
        if (typed !== "" && number >= 0 && number <= 100) change(number / 100);
      }}
      onBlur={() => {
        setText(undefined);
        leave();
      }}
    />
  );
}
