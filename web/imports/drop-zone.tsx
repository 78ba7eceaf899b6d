import { Button, Group, Stack, Text, Textarea, ThemeIcon } from "@mantine/core";
import { IconTableImport } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFileDrop } from "../pictures/use-file-drop.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { FilePicker } from "../widgets/file-picker.tsx";

type Props = { take(files: File[]): void; children: ReactNode };

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("input, textarea, [contenteditable]") !== null;

/** Takes a file by drop or picker, and cells by paste. */
/** What the dialog of the browser offers. The service looks at the content. */
export const readableFiles = ".csv,.tsv,.txt,.xlsx,.ods,.jsonl,.ndjson";

export function DropZone({ take, children }: Props) {
  const { imports: words } = useLater();
  const picker = useRef<HTMLInputElement>(null);
  const dropped = useFileDrop((data) => [...data.files], take);
  const [typing, setTyping] = useState(false);
  const takeText = (text: string) =>
    take([new File([text], words.file.pastedName, { type: "text/tab-separated-values" })]);
  const takeNow = useRef({ take, takeText });
  takeNow.current = { take, takeText };

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (isField(event.target) || !event.clipboardData) return;
      // Beside cells, a spreadsheet puts a picture of them on the clipboard.
      const text = event.clipboardData.getData("text/plain");
      const files = [...event.clipboardData.files];
      if (text.trim() === "" && files.length === 0) return;
      event.preventDefault();
      if (text.trim() === "") takeNow.current.take(files);
      else takeNow.current.takeText(text);
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, []);

  return (
    <div className="import-drop" {...dropped}>
      <ThemeIcon variant="light" size={56} radius="xl" aria-hidden>
        <IconTableImport size={28} />
      </ThemeIcon>
      <div>
        <Text size="lg" fw={600} lts="-0.01em">
          {words.file.drop}
        </Text>
        <Text c="dimmed">{words.file.dropHint}</Text>
      </div>
      <Group gap="xs" justify="center">
        <Button onClick={() => picker.current?.click()}>{words.file.choose}</Button>
        <Button variant="default" aria-expanded={typing} onClick={() => setTyping(!typing)}>
          {words.file.pasteText}
        </Button>
      </Group>
      {typing && <PasteForm take={takeText} />}
      {children}
      <FilePicker ref={picker} label={words.file.choose} accept={readableFiles} take={take} />
    </div>
  );
}

function PasteForm({ take }: { take(text: string): void }) {
  const { imports: words } = useLater();
  const [text, setText] = useState("");
  return (
    <Stack className="import-paste" gap="xs">
      <Textarea
        label={words.file.pasteLabel}
        rows={5}
        ff="monospace"
        value={text}
        ref={(area) => {
          if (area && text === "") area.focus();
        }}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group>
        <Button variant="light" disabled={text.trim() === ""} onClick={() => take(text)}>
          {words.file.pasteSend}
        </Button>
      </Group>
    </Stack>
  );
}
