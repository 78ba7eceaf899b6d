import { ActionIcon } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconPhotoOff, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { Item } from "../../contract/items.ts";
import { keys, pictureUrl, queryClient, type Versioned } from "../api.ts";
import { FieldFrame } from "../components/fields.tsx";
import { PictureDrop } from "../components/picture-drop.tsx";
import { useText } from "../i18n/i18n.ts";
import { saving } from "../saving/saving.ts";
import { type Source, useField } from "../saving/use-field.ts";
import { moved } from "./attributes.ts";

export function PicturesField({ source }: { source: Source }) {
  const t = useText();
  const field = useField<string[]>(source, "imgs");
  const dragged = useRef<number>(undefined);
  const [over, setOver] = useState<number>();
  const write = (imgs: string[]) => {
    field.set(imgs);
    field.leave();
  };
  /** Several uploads may end between two renders: each adds to what the list holds by then. */
  const append = (url: string) => {
    const { record } = source;
    const { data, etag } =
      queryClient.getQueryData<Versioned<Item>>(keys.item(record.id)) ?? (source as Versioned<Item>);
    const draft = saving.view(record, "imgs").draft?.value as string[] | undefined;
    saving.edit(record, "imgs", [...(draft ?? data.imgs), url], data.imgs, etag);
    saving.flush(record);
  };
  return (
    <FieldFrame source={source} path="imgs" field={field} label={t.item.pictures}>
      <PictureDrop multiple uploaded={append}>
        {field.value.length > 0 && (
          <ul className="pictures">
            {field.value.map((url, at) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand twice
                key={`${at}-${url}`}
                className="picture"
                data-over={over === at || undefined}
                draggable
                onDragStart={() => {
                  dragged.current = at;
                }}
                onDragEnd={() => {
                  dragged.current = undefined;
                  setOver(undefined);
                }}
                onDragOver={(event) => {
                  if (dragged.current === undefined) return;
                  event.preventDefault();
                  setOver(at);
                }}
                onDrop={(event) => {
                  if (dragged.current === undefined) return;
                  event.preventDefault();
                  write(moved(field.value, dragged.current, at));
                  dragged.current = undefined;
                  setOver(undefined);
                }}
              >
                <Picture url={url} alt={t.pictures.picture(at + 1)} />
                {at === 0 && <span className="picture-main">{t.pictures.main}</span>}
                <span className="picture-actions">
                  <ActionIcon
                    size="sm"
                    variant="filled"
                    color="dark"
                    aria-label={`${t.pictures.moveLeft}: ${t.pictures.picture(at + 1)}`}
                    disabled={at === 0}
                    onClick={() => write(moved(field.value, at, at - 1))}
                  >
                    <IconArrowLeft size={14} />
                  </ActionIcon>
                  <ActionIcon
                    size="sm"
                    variant="filled"
                    color="dark"
                    aria-label={`${t.pictures.moveRight}: ${t.pictures.picture(at + 1)}`}
                    disabled={at === field.value.length - 1}
                    onClick={() => write(moved(field.value, at, at + 1))}
                  >
                    <IconArrowRight size={14} />
                  </ActionIcon>
                  <ActionIcon
                    size="sm"
                    variant="filled"
                    color="dark"
                    aria-label={`${t.pictures.remove}: ${t.pictures.picture(at + 1)}`}
                    onClick={() => write(field.value.filter((_, one) => one !== at))}
                  >
                    <IconTrash size={14} />
                  </ActionIcon>
                </span>
              </li>
            ))}
          </ul>
        )}
      </PictureDrop>
    </FieldFrame>
  );
}

export function Picture({ url, alt }: { url: string; alt: string }) {
  const t = useText();
  const [broken, setBroken] = useState(false);
  if (broken)
    return (
      <span className="picture-broken" title={url}>
        <IconPhotoOff size={20} aria-hidden />
        <span>{t.pictures.broken}</span>
      </span>
    );
  return (
    <a href={url} target="_blank" rel="noreferrer" aria-label={`${t.pictures.open}: ${alt}`}>
      <img src={pictureUrl(url, 320)} alt={alt} loading="lazy" draggable={false} onError={() => setBroken(true)} />
    </a>
  );
}
