import { Anchor, Button, Group, TextInput } from "@mantine/core";
import { IconPhotoPlus } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { explain } from "../platform/explain.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { later } from "../platform/later.tsx";
import { Part } from "../widgets/boundary.tsx";
import { FilePicker } from "../widgets/file-picker.tsx";
import { useMayWrite } from "../widgets/may-write.ts";
import { picturesIn, uploadPicture } from "./upload.ts";
import type { Upload } from "./upload-state.tsx";
import { useFileDrop } from "./use-file-drop.ts";

const UploadState = later(() => import("./upload-state.tsx"));

let last = 0;

type Props = {
  multiple: boolean;
  /** Called for each picture when it is uploaded. */
  uploaded(url: string): void;
  children?: ReactNode;
};

/** Takes pictures by drop, paste or picker, and shows how far each upload is. */
export function PictureDrop({ multiple, uploaded, children }: Props) {
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  const [byAddress, setByAddress] = useState(false);
  const mayWrite = useMayWrite("imgs");
  const { uploads, upload, forget } = useUploads(uploaded);
  const take = (files: File[]) => {
    if (mayWrite) void upload(multiple ? files : files.slice(0, 1));
  };
  const dropped = useFileDrop(picturesIn, take);
  const takeNow = useRef(take);
  takeNow.current = take;

  // A picture on the clipboard belongs to the open record, wherever the focus is.
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData ? picturesIn(event.clipboardData) : [];
      if (files.length === 0) return;
      event.preventDefault();
      takeNow.current(files);
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, []);

  return (
    <div className="picture-drop" {...dropped}>
      {children}
      {uploads.map((one) => (
        <Part place="line" key={one.id}>
          <UploadState upload={one} close={() => forget(one.id)} />
        </Part>
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
          <Anchor component="button" type="button" td="underline" inherit onClick={() => setByAddress(true)}>
            {t.pictures.byAddress}
          </Anchor>
        </Group>
      )}
      {byAddress && (
        <AddressForm
          done={(address) => {
            if (address) uploaded(address);
            setByAddress(false);
          }}
        />
      )}
      <FilePicker
        ref={picker}
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        multiple={multiple}
        take={take}
      />
    </div>
  );
}

/** Uploads pictures one by one. Each upload is listed until it is done, or its failure was read. */
function useUploads(uploaded: (url: string) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const latest = useRef(uploaded);
  latest.current = uploaded;
  const forget = (id: number) => setUploads((now) => now.filter((upload) => upload.id !== id));
  const upload = async (files: readonly File[]) => {
    for (const file of files) {
      const id = ++last;
      const update = (change: Partial<Upload>) =>
        setUploads((now) => now.map((one) => (one.id === id ? { ...one, ...change } : one)));
      setUploads((now) => [...now, { id, name: file.name, share: 0 }]);
      try {
        latest.current(await uploadPicture(file, (share) => update({ share })));
        forget(id);
      } catch (error) {
        update({ error: explain(error) });
      }
    }
  };
  return { uploads, upload, forget };
}

function AddressForm({ done }: { done(address: string): void }) {
  const t = useText();
  const [address, setAddress] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        done(address.trim());
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label={t.pictures.addressLabel}
          placeholder="https://"
          value={address}
          ref={(input) => input?.focus()}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <Button type="submit">{t.common.add}</Button>
      </Group>
    </form>
  );
}
