import { Pill, Text } from "@mantine/core";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { number } from "../platform/i18n/numbers.ts";
import { useStore } from "../platform/store.ts";

type Property = { key: string; value: string };

/** Any value of a field as plain text, which can be selected and copied: for whoever may not change it. */
export function PlainValue({ value, lang }: { value: unknown; lang?: string | undefined }) {
  const t = useText();
  const language = useStore(languageStore);
  const isEmpty = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  if (Array.isArray(value) && !isEmpty)
    return typeof value[0] === "string" ? <Words of={value} /> : <Properties of={value} lang={lang} />;
  return (
    <Text className="plain-value as-written" dir="auto" lang={isEmpty ? undefined : lang} c={isEmpty ? "dimmed" : ""}>
      {isEmpty
        ? "—"
        : typeof value === "boolean"
          ? t.common[value ? "yes" : "no"]
          : typeof value === "number"
            ? number(value, language)
            : String(value)}
    </Text>
  );
}

const Words = ({ of }: { of: string[] }) => (
  <Pill.Group className="plain-value">
    {of.map((word) => (
      <Pill key={word}>{word}</Pill>
    ))}
  </Pill.Group>
);

const Properties = ({ of, lang }: { of: Property[]; lang: string | undefined }) => (
  <dl className="plain-value plain-properties" lang={lang} dir="auto">
    {of.map(({ key, value }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a property has no identity but its position
      <div key={at}>
        <dt>{key}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
