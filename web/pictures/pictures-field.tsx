import { ActionIcon, Badge, Stack } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconFocusCentered, IconPhotoOff, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { Item } from "../../contract/items.ts";
import { keys, queryClient, type Versioned } from "../platform/api.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { later } from "../platform/later.tsx";
import { saving } from "../saving/saving.ts";
import { type Source, useField } from "../saving/use-field.ts";
import { changeWithUndo } from "../undo/change-with-undo.ts";
import { Part } from "../widgets/boundary.tsx";
import { FieldFrame } from "../widgets/fields.tsx";
import { useMayWrite } from "../widgets/may-write.ts";
import { inPlaceOf, moverAt, useFocusNext } from "../widgets/use-focus-next.ts";
import { moved, useListDrag } from "../widgets/use-list-drag.ts";
import { CutPicture } from "./cut-picture.tsx";
import { takesFocalPoint, withFocalPoint, withoutFocalPoint } from "./focal-point.ts";
import { PictureDrop } from "./picture-drop.tsx";

const FocalPointDialog = later(() => import("./focal-point-dialog.tsx"));

export function PicturesField({ source }: { source: Source }) {
  const t = useText();
  const field = useField<string[]>(source, "imgs");
  const mayWrite = useMayWrite("imgs");
  const [focused, setFocused] = useState<{ at: number; picture: string }>();
  const whole = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(whole);
  const write = (imgs: string[]) => {
    field.set(imgs);
    field.leave();
  };
  const drag = useListDrag((from, to) => write(moved(field.value, from, to)));
  const move = (from: number, to: number) => {
    focusNext(moverAt(from, to));
    write(moved(field.value, from, to));
  };
  const remove = (picture: number) => {
    focusNext(`li${inPlaceOf(picture, field.value.length)} [data-removes], .picture-invite button`);
    const left = field.value.toSpliced(picture, 1);
    changeWithUndo(source.record, "imgs", () => field.set(left), t.undo.pictures.removed);
  };
  /** Several uploads may end between two renders: each adds to what the list holds by then. */
  const append = (url: string) => {
    const { record } = source;
    const { data, etag } =
      queryClient.getQueryData<Versioned<Item>>(keys.item(saving.realId(record.id))) ?? (source as Versioned<Item>);
    const draft = saving.view(record, "imgs").draft?.value as string[] | undefined;
    saving.edit(record, "imgs", [...(draft ?? data.imgs), url], data.imgs, etag);
    saving.flush(record);
  };
  return (
    <FieldFrame
      source={source}
      path="imgs"
      field={field}
      label={t.item.pictures}
      plain={field.value.length > 0 && <PlainPictures urls={field.value} />}
    >
      <div ref={whole} className="contents">
        <PictureDrop multiple uploaded={append}>
          {field.value.length > 0 && (
            <ul className="pictures">
              {field.value.map((url, at) => (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand twice
                  key={`${at}-${withoutFocalPoint(url)}`}
                  className="picture"
                  draggable={mayWrite}
                  {...drag.entry(at)}
                  {...drag.handle(at)}
                >
                  <Picture url={url} alt={t.pictures.picture(at + 1)} />
                  {at === 0 && (
                    <Badge variant="filled" color="dark" pos="absolute" left={6} top={6}>
                      {t.pictures.main}
                    </Badge>
                  )}
                  <PictureActions
                    at={at}
                    last={field.value.length - 1}
                    move={move}
                    remove={remove}
                    focus={takesFocalPoint(url) && (() => setFocused({ at, picture: withoutFocalPoint(url) }))}
                  />
                </li>
              ))}
            </ul>
          )}
        </PictureDrop>
      </div>
      {focused && (
        <FocalPoint
          // Someone else may have changed the list meanwhile: only the picture that was opened gets the point.
          url={field.value.find((url, at) => at === focused.at && withoutFocalPoint(url) === focused.picture)}
          change={(url) => field.set(field.value.with(focused.at, url))}
          leave={field.leave}
          close={() => setFocused(undefined)}
        />
      )}
    </FieldFrame>
  );
}

const PlainPictures = ({ urls }: { urls: string[] }) => {
  const t = useText();
  return (
    <ul className="pictures">
      {urls.map((url, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand twice
        <li key={at} className="picture">
          <Picture url={url} alt={t.pictures.picture(at + 1)} />
        </li>
      ))}
    </ul>
  );
};

/** The buttons have their own background, because a picture can have any colour. */
const onPicture = { size: 26, variant: "filled", color: "dark" } as const;

type ActionsProps = {
  at: number;
  last: number;
  move(from: number, to: number): void;
  remove(at: number): void;
  /** Absent for a picture that cannot have a focal point. */
  focus: false | (() => void);
};

function PictureActions({ at, last, move, remove, focus }: ActionsProps) {
  const t = useText();
  const picture = t.pictures.picture(at + 1);
  return (
    <span className="picture-actions">
      <ActionIcon
        {...onPicture}
        aria-label={`${t.pictures.moveLeft}: ${picture}`}
        data-moves="-1"
        disabled={at === 0}
        onClick={() => move(at, at - 1)}
      >
        <IconArrowLeft size={16} />
      </ActionIcon>
      {focus && <FocalPointButton of={picture} open={focus} />}
      <ActionIcon
        {...onPicture}
        aria-label={`${t.pictures.moveRight}: ${picture}`}
        data-moves="1"
        disabled={at === last}
        onClick={() => move(at, at + 1)}
      >
        <IconArrowRight size={16} />
      </ActionIcon>
      <RemovePicture label={`${t.pictures.remove}: ${picture}`} remove={() => remove(at)} />
    </span>
  );
}

export const RemovePicture = ({ label, remove }: { label: string; remove(): void }) => (
  <ActionIcon {...onPicture} aria-label={label} data-removes onClick={remove}>
    <IconTrash size={16} />
  </ActionIcon>
);

type FocalProps = { url: string | undefined; change(url: string): void; leave(): void; close(): void };

export function FocalPoint({ url, change, leave, close }: FocalProps) {
  if (url === undefined) return null;
  const end = () => {
    leave();
    close();
  };
  return (
    <Part place="dialog" close={end}>
      <FocalPointDialog url={url} move={(point) => change(withFocalPoint(url, point))} leave={leave} close={end} />
    </Part>
  );
}

export function FocalPointButton({ of, open }: { of: string; open(): void }) {
  const t = useText();
  return (
    <ActionIcon
      {...onPicture}
      aria-label={`${t.pictures.focalPoint}: ${of}`}
      title={t.pictures.focalPoint}
      onClick={open}
    >
      <IconFocusCentered size={16} />
    </ActionIcon>
  );
}

export function Picture({ url, alt }: { url: string; alt: string }) {
  const t = useText();
  const [broken, setBroken] = useState(false);
  if (broken)
    return (
      <Stack gap={4} p={6} h="100%" align="center" justify="center" ta="center" fz="xs" c="dimmed" title={url}>
        <IconPhotoOff size={20} aria-hidden />
        <span>{t.pictures.broken}</span>
      </Stack>
    );
  return (
    <a href={url} target="_blank" rel="noreferrer" aria-label={`${t.pictures.open}: ${alt}`}>
      <CutPicture url={url} width={320} alt={alt} failed={() => setBroken(true)} />
    </a>
  );
}
