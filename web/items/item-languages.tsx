import type { Item } from "../../contract/items.ts";
import { TextField } from "../components/fields.tsx";
import { LanguageTabs, useContentLanguage } from "../components/language-tabs.tsx";
import { useText } from "../i18n/i18n.ts";
import type { Source } from "../saving/use-field.ts";
import { AttributesField } from "./attributes-field.tsx";
import { translatedShare } from "./columns.ts";

/** The original and one language side by side, field by field. */
export function ItemLanguages({ source, item }: { source: Source; item: Item }) {
  const t = useText();
  const [language, setLanguage] = useContentLanguage(Object.keys(item.translations));
  const texts = item.translations[language] ?? {};
  const missing = (
    <span className="chip" data-tone="warn">
      {t.translations.missing}
    </span>
  );
  const path = (field: string) => `translations.${language}.${field}`;
  const label = (field: string) => `${field} · ${language.toUpperCase()}`;
  return (
    <section className="panel-section languages" aria-label={t.item.languages}>
      <h3>{t.item.languages}</h3>
      <LanguageTabs
        languages={Object.keys(item.translations)}
        language={language}
        choose={setLanguage}
        share={(code) => translatedShare(item, code)}
      />
      <div className="beside">
        <Original label={t.item.name} text={item.name} />
        <TextField
          source={source}
          path={path("name")}
          label={label(t.item.name)}
          placeholder={item.name}
          hint={!texts.name && missing}
        />
        <Original label={t.item.short} text={item.simpleDescription} />
        <TextField
          source={source}
          path={path("simpleDescription")}
          label={label(t.item.short)}
          placeholder={item.simpleDescription}
          lines={3}
          hint={item.simpleDescription !== "" && !texts.simpleDescription && missing}
        />
      </div>
      <AttributesField
        source={source}
        path={path("description")}
        label={label(t.item.description)}
        original={item.description}
        hint={item.description.length > 0 && !texts.description?.length && missing}
      />
    </section>
  );
}

function Original({ label, text }: { label: string; text: string }) {
  return (
    <div className="original">
      <span className="field-label">{label} · EN</span>
      <p lang="en">{text || "—"}</p>
    </div>
  );
}
