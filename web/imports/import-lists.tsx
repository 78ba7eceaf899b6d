import { Button, Code, Group, SegmentedControl, Text } from "@mantine/core";
import { IconAlertTriangle, IconGitMerge, IconPencil, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ImportChange, ImportFault, ImportRun } from "../../contract/imports.ts";
import { searchOf } from "../catalog/addresses.ts";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { number } from "../platform/i18n/numbers.ts";
import { useStore } from "../platform/store.ts";
import { TextLink } from "../widgets/links.tsx";
import { ListLine } from "../widgets/list-line.tsx";
import { shownValue } from "../widgets/shown-value.ts";
import { Skeleton } from "../widgets/skeleton.tsx";
import { LoadFailed } from "../widgets/states.tsx";
import { columnLabel } from "./column-choice.ts";
import { faultWords } from "./fault-words.ts";
import { useChanges, useFaults } from "./import-data.ts";

/** What an import changes, and what is wrong with its rows. */
export function ImportLists({ run }: { run: ImportRun }) {
  const { imports: words } = useLater();
  const language = useStore(languageStore);
  const changes = run.created + run.changed;
  const faults = run.refused + run.conflicts;
  const [chosen, choose] = useState<string>();
  const shown = chosen ?? (changes > 0 || faults === 0 ? "changes" : "faults");
  if (changes + faults === 0) return null;
  return (
    <section>
      <SegmentedControl
        mt="xl"
        mb="xs"
        aria-label={words.check.show}
        value={shown}
        onChange={choose}
        data={[
          { value: "changes", label: words.check.changes(number(changes, language)) },
          { value: "faults", label: words.check.faults(number(faults, language)) },
        ]}
      />
      {shown === "changes" ? <Changes run={run} /> : <Faults run={run} />}
    </section>
  );
}

type Paged = {
  isPending: boolean;
  error: Error | null;
  refetch(): unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
};

/** A list that grows when somebody asks for more. */
function PagedList({ of, none, children }: { of: Paged; none: string; children: ReactNode[] }) {
  const { imports: words } = useLater();
  if (of.error) return <LoadFailed error={of.error} retry={() => void of.refetch()} />;
  if (of.isPending) return <Skeleton shape="lines" count={5} />;
  if (children.length === 0)
    return (
      <Text c="dimmed" my="md">
        {none}
      </Text>
    );
  return (
    <>
      <ol>{children}</ol>
      {of.hasNextPage && (
        <Button variant="default" size="xs" mt="sm" loading={of.isFetchingNextPage} onClick={() => of.fetchNextPage()}>
          {words.check.more}
        </Button>
      )}
    </>
  );
}

function Changes({ run }: { run: ImportRun }) {
  const { imports: words } = useLater();
  const found = useChanges(run);
  const changes = found.data?.pages.flatMap((page) => page.changes) ?? [];
  return (
    <PagedList of={found} none={words.check.noChanges}>
      {changes.map((change) => (
        <ChangeLine key={`${change.row}/${change.name}`} run={run} change={change} />
      ))}
    </PagedList>
  );
}

/** The rows that became something else than the check said. */
export function DifferingRows({ run }: { run: ImportRun }) {
  const { imports: words } = useLater();
  const found = useChanges(run, true);
  const changes = found.data?.pages.flatMap((page) => page.changes) ?? [];
  if (changes.length === 0) return null;
  return (
    <PagedList of={found} none="">
      {changes.map((change) => (
        <ChangeLine
          key={`${change.row}/${change.name}`}
          run={run}
          change={change}
          note={
            change.checked && words.done.was(words.done.statuses[change.checked], words.done.statuses[change.status])
          }
        />
      ))}
    </PagedList>
  );
}

const shownFields = 8;

function ChangeLine({ run, change, note }: { run: ImportRun; change: ImportChange; note?: string | undefined }) {
  const t = useText();
  const { imports: words } = useLater();
  const isNew = change.status === "created";
  // The line begins with the name of a new item.
  const fields = change.fields.filter(({ column }) => !isNew || column !== "name");
  const more = fields.length - shownFields;
  return (
    <ListLine icon={isNew ? <IconPlus size={15} /> : <IconPencil size={15} />} color={isNew ? "good" : "gray"}>
      <Group gap={8} wrap="nowrap" justify="space-between">
        <p className="breaks">
          <ItemName run={run} change={change} />
          {change.key && (
            <Text span size="sm" c="dimmed">
              {" "}
              · {change.key}
            </Text>
          )}
        </p>
        <Text size="sm" c="dimmed" flex="none">
          {words.check.row(change.row)}
        </Text>
      </Group>
      {note && <Text size="sm">{note}</Text>}
      {fields.slice(0, shownFields).map(({ column, before, after }) => (
        <p className="diff" key={column}>
          <Text span inherit c="dimmed">
            {columnLabel(t, words, column)}
          </Text>
          {!isNew && <del>{shownValue(t, before)}</del>}
          <ins>{shownValue(t, after)}</ins>
        </p>
      ))}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {words.check.andFields(more)}
        </Text>
      )}
    </ListLine>
  );
}

/** Leads to the item, if there is one. */
function ItemName({ run, change: { id, name, status } }: { run: ImportRun; change: ImportChange }) {
  const exists = id !== null && (status === "changed" || run.state !== "undone");
  if (!exists)
    return (
      <Text span fw={500}>
        {name}
      </Text>
    );
  return (
    <TextLink
      c="inherit"
      fw={500}
      to="/projects/$projectId"
      params={{ projectId: run.projectId }}
      search={searchOf({ kind: "item", id })}
    >
      {name}
    </TextLink>
  );
}

function Faults({ run }: { run: ImportRun }) {
  const { imports: words } = useLater();
  const found = useFaults(run);
  const faults = found.data?.pages.flatMap((page) => page.faults) ?? [];
  return (
    <PagedList of={found} none={words.check.noFaults}>
      {faults.map((fault) => (
        <FaultLine key={`${fault.row}/${fault.column}/${fault.code}/${fault.value}`} run={run} fault={fault} />
      ))}
    </PagedList>
  );
}

function FaultLine({ run, fault }: { run: ImportRun; fault: ImportFault }) {
  const t = useText();
  const { imports: words } = useLater();
  const isConflict = fault.code === "conflict";
  return (
    <ListLine
      icon={isConflict ? <IconGitMerge size={15} /> : <IconAlertTriangle size={15} />}
      color={isConflict ? "warn" : "red"}
    >
      <Group gap={8} wrap="nowrap" justify="space-between">
        <p className="breaks">
          {fault.column && (
            <Text span fw={500}>
              {fault.column}
            </Text>
          )}
          {fault.value !== "" && !isConflict && <Code ml={fault.column ? 8 : 0}>{fault.value}</Code>}
        </p>
        <Text size="sm" c="dimmed" flex="none">
          {words.check.row(fault.row, fault.sheet)}
        </Text>
      </Group>
      <p>{faultWords(words, run, fault)}</p>
      {isConflict && (
        <p className="diff">
          <Text span inherit c="dimmed">
            {words.check.inFile}
          </Text>
          <del>{shownValue(t, fault.value)}</del>
          <Text span inherit c="dimmed">
            {words.check.inCatalog}
          </Text>
          <ins>{shownValue(t, fault.current)}</ins>
        </p>
      )}
    </ListLine>
  );
}
