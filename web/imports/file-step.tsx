import { Anchor, Button, CloseButton, Group, Text } from "@mantine/core";
import { IconDownload, IconPhoto } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import type { ImportRun } from "../../contract/imports.ts";
import { useRights } from "../access/use-rights.ts";
import { listOf } from "../catalog/item-list.ts";
import { nodeKey, pathTo } from "../catalog/tree.ts";
import { useTree } from "../catalog/tree-data.ts";
import { exportAddress } from "../exports/export.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { FilePicker } from "../widgets/file-picker.tsx";
import { DropZone } from "./drop-zone.tsx";
import { StepTitle } from "./import-steps.tsx";
import { NotSent } from "./not-sent.tsx";
import { PastImports } from "./past-imports.tsx";
import { SendProgress } from "./send-progress.tsx";
import { useSending } from "./use-sending.ts";

type Props = { projectId: string; subcategory: string | undefined };

const isArchive = ({ name }: File) => /\.zip$/i.test(name);

/** The first step: a file, and what was imported before. */
export function FileStep({ projectId, subcategory }: Props) {
  const { imports: words } = useLater();
  const { writes } = useRights(projectId);
  return (
    <>
      {writes ? (
        <>
          <StepTitle>{words.file.title}</StepTitle>
          <FileForm projectId={projectId} subcategory={subcategory} />
        </>
      ) : (
        <StepTitle>{words.file.viewer}</StepTitle>
      )}
      <PastImports projectId={projectId} />
    </>
  );
}

function FileForm({ projectId, subcategory }: Props) {
  const navigate = useNavigate();
  const [pictures, setPictures] = useState<File>();
  const options = { hideNew: true, ...(subcategory !== undefined && { subcategoryId: subcategory }) };
  const taken = ({ id }: ImportRun) =>
    void navigate({ to: "/projects/$projectId/import", params: { projectId }, search: { id } });
  const { sending, send, cancel } = useSending(projectId, taken);
  const take = (files: File[]) => {
    const archive = files.find(isArchive) ?? pictures;
    setPictures(archive);
    const table = files.find((file) => !isArchive(file));
    if (table) void send({ file: table, pictures: archive, options });
  };
  if (sending.kind === "sending") return <SendProgress sending={sending} cancel={cancel} />;
  return (
    <>
      <Place projectId={projectId} subcategory={subcategory} />
      <NotSent sending={sending} send={send} />
      <DropZone take={take}>
        <Pictures pictures={pictures} take={take} remove={() => setPictures(undefined)} />
      </DropZone>
      <Downloads projectId={projectId} />
    </>
  );
}

/** Where new items go, if the person came from a subcategory. */
function Place({ projectId, subcategory }: Props) {
  const { imports: words } = useLater();
  const { data: tree } = useTree(projectId, subcategory !== undefined);
  const key = subcategory === undefined ? undefined : nodeKey("subcategory", subcategory);
  if (!key || !tree?.nodes.has(key)) return null;
  const path = pathTo(tree, key).map(({ name }) => name);
  return (
    <Text c="dimmed" className="breaks">
      {words.file.into(path.join(" / "))}
    </Text>
  );
}

type PicturesProps = { pictures: File | undefined; take(files: File[]): void; remove(): void };

function Pictures({ pictures, take, remove }: PicturesProps) {
  const t = useText();
  const { imports: words } = useLater();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div>
      {pictures ? (
        <Group gap={6} justify="center" wrap="nowrap">
          <IconPhoto size={16} aria-hidden />
          <Text size="sm" className="breaks" role="status">
            {words.file.picturesChosen(pictures.name)} · {words.file.onlyPictures}
          </Text>
          <CloseButton size="sm" aria-label={t.common.remove} onClick={remove} />
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          <Anchor component="button" type="button" td="underline" inherit onClick={() => picker.current?.click()}>
            {words.file.pictures}
          </Anchor>
          {" · "}
          {words.file.picturesHint}
        </Text>
      )}
      <FilePicker ref={picker} label={words.file.pictures} accept=".zip" take={take} />
    </div>
  );
}

/** What to fill in, and what there is. */
function Downloads({ projectId }: { projectId: string }) {
  const { imports: words } = useLater();
  const list = listOf(projectId, undefined, {});
  const choice = { format: "xlsx", separator: "comma", columns: "all" } as const;
  return (
    <Group gap="xs" mt="md">
      <Download href={exportAddress(list, choice, "template")}>{words.file.template}</Download>
      <Download href={exportAddress(list, choice, "items")}>{words.file.export}</Download>
    </Group>
  );
}

const Download = ({ href, children }: { href: string; children: ReactNode }) => (
  <Button component="a" size="xs" variant="default" leftSection={<IconDownload size={15} />} href={href} download>
    {children}
  </Button>
);
