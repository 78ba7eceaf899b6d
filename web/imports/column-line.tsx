import { Text, TextInput } from "@mantine/core";
import type { InterfaceLanguage } from "../../contract/constants.ts";
import { languageCodes } from "../../contract/languages.ts";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { languageName } from "../platform/i18n/language-name.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { Choice } from "../widgets/choice.tsx";
import { type ColumnChoice, choiceOf, columnKinds, columnOf, hasLanguage, withKind } from "./column-choice.ts";

type Props = {
  header: string;
  samples: readonly string[];
  column: string | null;
  /** Another column before it is the same. */
  repeated: boolean;
  choose(column: string | null): void;
};

/** One column of the file, and what it is. */
export function ColumnLine({ header, samples, column, repeated, choose }: Props) {
  const t = useText();
  const { imports: words } = useLater();
  const choice = choiceOf(column);
  const set = (next: ColumnChoice) => choose(columnOf(next));
  return (
    <li className="import-column" data-out={choice.kind === "none" || undefined}>
      <div className="import-column-head">
        <Text fw={500} className="breaks">
          {header}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {samples.length > 0 ? samples.join(" · ") : words.columns.noValues}
        </Text>
      </div>
      <div className="import-column-choice">
        <Choice
          aria-label={words.columns.isFor(header)}
          value={choice.kind}
          choose={(kind) => set(withKind(choice, kind, header))}
          options={columnKinds(t, words)}
          error={repeated && words.columns.repeated}
        />
        {choice.kind === "attribute" && <AttributeName header={header} choice={choice} set={set} />}
        {choice.kind !== "none" && hasLanguage(choice) && (
          <LanguageSelect
            label={words.columns.languageFor(header)}
            language={choice.language}
            set={(language) => {
              const { language: _, ...rest } = choice;
              set(language ? { ...rest, language } : rest);
            }}
          />
        )}
      </div>
    </li>
  );
}

type AttributeChoice = Extract<ColumnChoice, { kind: "attribute" }>;

/** What is typed is taken when the field is left: an empty name would be no attribute any more. */
function AttributeName({
  header,
  choice,
  set,
}: {
  header: string;
  choice: AttributeChoice;
  set(next: ColumnChoice): void;
}) {
  const { imports: words } = useLater();
  return (
    <TextInput
      key={choice.key}
      aria-label={words.columns.attributeFor(header)}
      defaultValue={choice.key}
      onBlur={({ currentTarget }) => {
        const key = currentTarget.value.trim();
        if (key) set({ ...choice, key });
        else currentTarget.value = choice.key;
      }}
      onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
    />
  );
}

type LanguageProps = { label: string; language: string | undefined; set(language: string): void };

const languages = new Map<InterfaceLanguage, { value: string; label: string }[]>();

/** All languages by their names: a file may have many columns, and the browser takes its time for each name. */
function languagesIn(inLanguage: InterfaceLanguage) {
  const known = languages.get(inLanguage);
  if (known) return known;
  const made = [...languageCodes]
    .map((value) => ({ value, label: languageName(value, inLanguage) }))
    .sort((one, other) => one.label.localeCompare(other.label, inLanguage));
  languages.set(inLanguage, made);
  return made;
}

function LanguageSelect({ label, language, set }: LanguageProps) {
  const { imports: words } = useLater();
  const inLanguage = useStore(languageStore);
  return (
    <Choice
      aria-label={label}
      value={language ?? ""}
      choose={set}
      options={[{ value: "", label: words.columns.original }, ...languagesIn(inLanguage)]}
    />
  );
}
