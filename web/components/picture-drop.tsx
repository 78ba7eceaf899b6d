import { Anchor, Button, Group, Progress, Stack, TextInput } from "@mantine/core";
import { IconPhotoPlus } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useMayWrite } from "../access/use-rights.ts";
import { explain } from "../explain.ts";
import { useText } from "../i18n/i18n.ts";
import { picturesIn, uploadPicture } from "../items/upload.ts";

type Upload = { id: number; name: string; share: number; error?: string };

let last = 0;

type Props = {
  multiple: boolean;
  /** Called once for each picture when the service has it. */
  uploaded(url: string): void;
  children?: ReactNode;
};

/** Takes pictures by drop, paste or picker, and shows how far each upload is. */
export function PictureDrop({ multiple, uploaded, children }: Props) {
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [byAddress, setByAddress] = useState<string>();
  const mayWrite = useMayWrite("imgs");
  const latest = useRef(uploaded);
  latest.current = uploaded;

  const take = async (files: File[]) => {
    if (!mayWrite) return;
    for (const file of multiple ? files : files.slice(0, 1)) {
      const id = ++last;
      const update = (change: Partial<Upload>) =>
        setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
      setUploads((now) => [...now, { id, name: file.name, share: 0 }]);
      try {
        latest.current(await uploadPicture(file, (share) => update({ share })));
        setUploads((now) => now.filter((upload) => upload.id !== id));
      } catch (error) {
        update({ error: explain(error) });
      }
    }
  };
  const takeNow = useRef(take);
  takeNow.current = take;

  // A picture on the clipboard belongs to the open record, wherever the focus is.
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData ? picturesIn(event.clipboardData) : [];
      if (files.length === 0) return;
      event.preventDefault();
      void takeNow.current(files);
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the picker below does the same for everyone
    <div
      className="picture-drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const files = picturesIn(event.dataTransfer);
        if (files.length === 0) return;
        event.preventDefault();
        void take(files);
      }}
    >
      {children}
      {uploads.map((upload) => (
        <Stack gap={4} fz="xs" key={upload.id}>
          <span>{upload.error ? t.pictures.failed(upload.name) : t.pictures.uploading(upload.name)}</span>
          {upload.error ? (
            <Group gap="xs" c="red" role="alert">
              {upload.error}
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                onClick={() => setUploads((now) => now.filter((one) => one.id !== upload.id))}
              >
                {t.common.close}
              </Button>
            </Group>
          ) : (
            <Progress value={upload.share * 100} aria-label={t.pictures.uploading(upload.name)} size="sm" />
          )}
        </Stack>
      ))}
      {mayWrite && (
        <Group className="picture-invite" gap={10} p="sm" fz="sm" c="dimmed">
          <IconPhotoPlus size={18} aria-hidden />
          <span>
            {t.pictures.drop}{" "}
            <Anchor component="button" type="button" td="underline" inherit onClick={() => picker.current?.click()}>
              {t.pictures.pick}
            </Anchor>
          </span>
          <Anchor component="button" type="button" td="underline" inherit onClick={() => setByAddress("")}>
            {t.pictures.byAddress}
          </Anchor>
        </Group>
      )}
      {byAddress !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (byAddress.trim()) uploaded(byAddress.trim());
            setByAddress(undefined);
          }}
        >
          <Group gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t.pictures.addressLabel}
              placeholder="https://"
              value={byAddress}
              ref={(input) => input?.focus()}
              onChange={(event) => setByAddress(event.currentTarget.value)}
            />
            <Button type="submit">{t.common.add}</Button>
          </Group>
        </form>
      )}
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        multiple={multiple}
        hidden
        onChange={(event) => {
          void take([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}
