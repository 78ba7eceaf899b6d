import { Alert, Button, Group, Text, Title } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useState } from "react";
import type { ImportOptions, ImportRun } from "../../contract/imports.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { Skeleton } from "../widgets/skeleton.tsx";
import {
  chosenColumns,
  lackIn,
  type Mapping,
  mappingOf,
  namedHeaders,
  repeatedHeaders,
  samplesOf,
} from "./column-choice.ts";
import { ColumnLine } from "./column-line.tsx";
import { importActs, lookAgain, useFirstRows } from "./import-data.ts";
import { type OptionChange, OptionFields } from "./import-options.tsx";
import { StepTitle } from "./import-steps.tsx";
import { MappingChoice, SaveMapping } from "./mapping-bar.tsx";
import { ReadingFields } from "./reading-fields.tsx";
import { useAct } from "./use-act.ts";

type Props = { run: ImportRun; checked(): void };

/** What the columns of the file are, and how its rows are taken. */
export function ColumnsStep({ run, checked }: Props) {
  const { imports: words } = useLater();
  const [mapping, setMapping] = useState<Mapping>(() => mappingOf(run));
  const [options, setOptions] = useState(run.options);
  const { busy, act } = useAct(() => lookAgain(run));
  const lack = lackIn(mapping, options);
  const apply = (saved: Mapping) =>
    setMapping((now) =>
      Object.fromEntries(
        Object.entries(now).map(([header, column]) => [
          header,
          Object.hasOwn(saved, header) ? (saved[header] ?? null) : column,
        ]),
      ),
    );
  const change = (given: OptionChange) => setOptions((now) => withOptions(now, given));
  const check = () =>
    act(async () => {
      await importActs.check(run, { ...options, columns: mapping });
      checked();
    });
  return (
    <>
      <StepTitle>{words.columns.title}</StepTitle>
      <Text c="dimmed">{words.columns.hint}</Text>
      <MappingChoice projectId={run.projectId} apply={apply} />
      <ColumnLines run={run} mapping={mapping} setMapping={setMapping} />
      <SaveMapping projectId={run.projectId} mapping={mapping} />
      <ReadingFields run={run} options={{ ...options, columns: chosenColumns(run, mapping) }} />
      <Title order={2} mt={36}>
        {words.options.title}
      </Title>
      <OptionFields projectId={run.projectId} options={options} change={change} />
      <div aria-live="polite">
        {lack && (
          <Alert mt="lg" color="warn" icon={<IconInfoCircle size={18} />}>
            {words.columns[lack]}
          </Alert>
        )}
      </div>
      <Group mt="lg">
        <Button size="md" loading={busy} onClick={check}>
          {words.columns.check}
        </Button>
      </Group>
    </>
  );
}

/** The options without those that are undefined. */
const withOptions = (now: ImportOptions, given: OptionChange): ImportOptions =>
  Object.fromEntries(Object.entries({ ...now, ...given }).filter(([, value]) => value !== undefined));

type LinesProps = { run: ImportRun; mapping: Mapping; setMapping(next: (now: Mapping) => Mapping): void };

function ColumnLines({ run, mapping, setMapping }: LinesProps) {
  const { data: rows, isPending } = useFirstRows(run.id);
  const repeated = repeatedHeaders(mapping);
  if (isPending) return <Skeleton shape="texts" count={6} />;
  return (
    <ul className="import-columns">
      {namedHeaders(run).map((header) => (
        <ColumnLine
          key={header}
          header={header}
          samples={samplesOf(
            rows ?? [],
            run.columns.findIndex((one) => one.header === header),
          )}
          column={mapping[header] ?? null}
          repeated={repeated.has(header)}
          choose={(column) => setMapping((now) => ({ ...now, [header]: column }))}
        />
      ))}
    </ul>
  );
}
