import { Text, Title } from "@mantine/core";
import type { Item } from "../../../contract/items.ts";
import { defaultLanguage } from "../../../contract/languages.ts";
import type { Rights } from "../../access/rights.ts";
import { fieldLabel } from "../../catalog/field-names.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { type Source, useField } from "../../saving/use-field.ts";
import { useContentLanguage } from "../../translations/content-language.ts";
import { LanguageTabs } from "../../translations/language-tabs.tsx";
import { TranslationMark } from "../../translations/translation-mark.tsx";
import { useUnconfirmed } from "../../translations/use-unconfirmed.ts";
import { FieldHead, TextField } from "../../widgets/fields.tsx";
import { PlainValue } from "../../widgets/plain-value.tsx";
import { translatedShare } from "../grid/columns.ts";
import type { Attribute } from "./attributes.ts";
import { AttributesField } from "./attributes-field.tsx";

type Props = { projectId: string; rights: Rights; source: Source; item: Item };

/** The original and one language side by side, field by field. */
export function ItemLanguages({ projectId, rights, source, item }: Props) {
  const t = useText();
  const [language, setLanguage] = useContentLanguage(projectId);
  const texts = item.translations[language] ?? {};
  const unconfirmed = useUnconfirmed(source, Object.keys(item.translations).length > 0);
  const { stale, copied } = unconfirmed(language);
  const mark = (field: "name" | "simpleDescription" | "description") => {
    const isThere = (texts[field]?.length ?? 0) > 0;
    return (
      <TranslationMark
        missing={item[field].length > 0 && !isThere}
        copied={isThere && copied.has(field)}
        translatedFrom={isThere ? stale.get(field) : undefined}
        projectId={projectId}
        translation={{ record: source.record, language, field }}
        of={fieldLabel(t, path(field))}
      />
    );
  };
  const name = useField<string>(source, "name").value;
  const short = useField<string>(source, "simpleDescription").value;
  const properties = useField<Attribute[]>(source, "description").value;
  const path = (field: string) => `translations.${language}.${field}`;
  const label = (field: string) => `${field} · ${language.toUpperCase()}`;
  return (
    <section className="panel-section languages" aria-label={t.item.languages}>
      <Title order={2} size="h3">
        {t.item.languages}
      </Title>
      <LanguageTabs
        languages={Object.keys(item.translations)}
        rights={rights}
        language={language}
        choose={setLanguage}
        share={(code) => {
          const left = unconfirmed(code);
          return translatedShare(item, code, (field) => left.stale.has(field) || left.copied.has(field));
        }}
      />
      <div className="side-by-side">
        <Original label={t.item.name} value={name} />
        <TextField
          source={source}
          path={path("name")}
          label={label(t.item.name)}
          placeholder={name}
          hint={mark("name")}
        />
        <Original label={t.item.short} value={short} />
        <TextField
          source={source}
          path={path("simpleDescription")}
          label={label(t.item.short)}
          placeholder={short}
          lines={3}
          hint={mark("simpleDescription")}
        />
      </div>
      <div className="side-by-side" data-wide>
        <Original label={t.item.description} value={properties} />
        <AttributesField
          key={language}
          source={source}
          path={path("description")}
          label={label(t.item.description)}
          original={properties}
          hint={mark("description")}
        />
      </div>
    </section>
  );
}

/** What is translated, in full and with what was just typed. */
const Original = ({ label, value }: { label: string; value: unknown }) => (
  <div className="field">
    <FieldHead label={`${label} · EN`} />
    <Text component="div" c="dimmed">
      <PlainValue value={value} lang={defaultLanguage} />
    </Text>
  </div>
);
