import { Alert, Button, Group, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import {
  type Encoding,
  encodings,
  type ReadSeparator,
  readSeparators,
  separatorSigns,
} from "../../contract/constants.ts";
import type { ImportOptions, ImportRead, ImportRun, readingOptions } from "../../contract/imports.ts";
import { type LaterText, useLater } from "../platform/i18n/later-words.ts";
import { Choice } from "../widgets/choice.tsx";
import { FilePicker } from "../widgets/file-picker.tsx";
import { readableFiles } from "./drop-zone.tsx";
import { type ChosenFiles, sentFiles } from "./import-data.ts";
import { NotSent } from "./not-sent.tsx";
import { SendProgress } from "./send-progress.tsx";
import { useSending } from "./use-sending.ts";

/** `options`: with what the person has chosen so far, also for columns. */
type Props = { run: ImportRun; options: ImportOptions };

/** What can be chosen about the reading of a file. The rest is as it was found. */
type Reading = Pick<ImportOptions, (typeof readingOptions)[number]>;

/** How the file was read. Whoever wants it otherwise sends it again: the service keeps rows and not the file. */
export function ReadingFields({ run, options }: Props) {
  const { imports: words } = useLater();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<Reading>();
  const { projectId } = run;
  const open = ({ id }: ImportRun) =>
    void navigate({ to: "/projects/$projectId/import", params: { projectId }, search: { id, step: "columns" } });
  const { sending, send, cancel } = useSending(projectId, open);
  const readAgain = (reading: Reading) => {
    const files = sentFiles(run);
    if (files) void send({ ...files, options: { ...options, ...reading } });
    else setWanted(reading);
  };
  if (!run.read) return null;
  if (sending.kind === "sending") return <SendProgress sending={sending} cancel={cancel} />;
  return (
    <section>
      <Title order={2} mt={36}>
        {words.reading.title}
      </Title>
      <Choices read={run.read} readAgain={readAgain} />
      <Samples read={run.read} />
      <NotSent sending={sending} send={send} />
      {wanted && <FileAgain take={(files) => void send({ ...files, options: { ...options, ...wanted } })} />}
    </section>
  );
}

/** As many as a header is looked for in. */
const headerRows = 50;

function Choices({ read, readAgain }: { read: ImportRead; readAgain(reading: Reading): void }) {
  const { imports: words, exporting } = useLater();
  const { encoding, separator, sheet, sheets = [], headerRow } = read;
  const rows = new Set(Array.from({ length: headerRows }, (_, at) => at + 1)).add(headerRow ?? 1);
  return (
    <Group gap="md" mt="sm" align="flex-start">
      {encoding && (
        <Choice<Encoding>
          label={words.reading.encoding}
          value={encoding}
          choose={(value) => value !== encoding && readAgain({ encoding: value })}
          options={encodings.map((value) => ({ value, label: encodingName(words, value) }))}
        />
      )}
      {separator && (
        <Choice<ReadSeparator>
          label={exporting.separator}
          value={readSeparators.find((name) => separatorSigns[name] === separator) ?? "comma"}
          choose={(value) => separatorSigns[value] !== separator && readAgain({ separator: value })}
          options={readSeparators.map((value) => ({ value, label: exporting[value] }))}
        />
      )}
      {sheet !== undefined && sheets.length > 1 && (
        <Choice
          label={words.reading.sheet}
          value={sheet}
          choose={(value) => value !== sheet && readAgain({ sheet: value, headerRow: undefined })}
          options={sheets.map((value) => ({ value, label: value }))}
        />
      )}
      {headerRow !== undefined && (
        <Choice
          label={words.reading.header}
          value={String(headerRow)}
          choose={(value) => Number(value) !== headerRow && readAgain({ sheet, headerRow: Number(value) })}
          options={[...rows].map((row) => ({ value: String(row), label: words.check.row(row) }))}
        />
      )}
    </Group>
  );
}

/** The name of an encoding with where it is used. */
export const encodingName = ({ reading }: LaterText["imports"], encoding: Encoding): string => {
  const used = reading.encodings[encoding];
  return used ? `${used} (${encoding})` : encoding.toUpperCase();
};

function Samples({ read: { samples = [] } }: { read: ImportRead }) {
  const { imports: words } = useLater();
  if (samples.length === 0) return null;
  return (
    <>
      <Text size="sm" c="dimmed" mt="sm">
        {words.reading.samples}
      </Text>
      <ul className="import-samples">
        {samples.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

/** After a reload the editor has the file no more. */
function FileAgain({ take }: { take(files: ChosenFiles): void }) {
  const { imports: words } = useLater();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Alert mt="md" color="warn" role="alert" icon={<IconAlertTriangle size={18} />}>
      <Text size="sm">{words.reading.fileAgain}</Text>
      <Button mt="sm" size="xs" variant="default" onClick={() => picker.current?.click()}>
        {words.file.choose}
      </Button>
      <FilePicker
        ref={picker}
        label={words.file.choose}
        accept={readableFiles}
        take={([file]) => file && take({ file, pictures: undefined })}
      />
    </Alert>
  );
}
