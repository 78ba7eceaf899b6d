import { Button, Popover } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { defaultLanguage, languageCodes } from "../../contract/languages.ts";
import { languageName, languageStore, useText } from "../i18n/i18n.ts";
import { createStoredStore, useStore } from "../store.ts";

/** The language a translator works in; the same for everything they open next. */
const contentLanguage = createStoredStore<string>("editor-content-language", "ru");

export function useContentLanguage(present: string[]): [string, (code: string) => void] {
  const kept = useStore(contentLanguage);
  const known = new Set([...present, "ru", kept]);
  return [known.has(kept) ? kept : "ru", contentLanguage.set];
}

/** Languages that catalogs are sold in most, offered first. */
const common = ["ru", "uk", "de", "fr", "es", "it", "pl", "pt", "tr", "zh", "ja", "ar"];

type Props = {
  languages: string[];
  language: string;
  choose(code: string): void;
  share?(code: string): { done: number; of: number };
};

export function LanguageTabs({ languages, language, choose, share }: Props) {
  const t = useText();
  const inLanguage = useStore(languageStore);
  const [filter, setFilter] = useState("");
  const [adding, setAdding] = useState(false);
  const shown = [...new Set(["ru", ...languages, language])].filter((code) => code !== defaultLanguage);
  const others = [...new Set([...common, ...languageCodes])]
    .filter((code) => code !== defaultLanguage && !shown.includes(code))
    .filter((code) => languageName(code, inLanguage).toLowerCase().includes(filter.toLowerCase()))
    .slice(0, 12);
  return (
    <div className="language-tabs">
      {shown.map((code) => {
        const { done, of } = share?.(code) ?? { done: 0, of: 0 };
        return (
          <button
            type="button"
            className="language-tab"
            aria-pressed={code === language}
            key={code}
            onClick={() => choose(code)}
          >
            {languageName(code, inLanguage)}
            {share && (
              <span className="chip" data-tone={done === of ? "good" : "warn"}>
                {done}/{of}
              </span>
            )}
          </button>
        );
      })}
      <Popover position="bottom-start" width={220} trapFocus opened={adding} onChange={setAdding}>
        <Popover.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconPlus size={14} />}
            onClick={() => {
              setFilter("");
              setAdding(!adding);
            }}
          >
            {t.translations.addLanguage}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={4}>
          <input
            className="control"
            aria-label={t.translations.choose}
            placeholder={t.translations.choose}
            data-autofocus
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
          <ul className="language-list">
            {others.map((code) => (
              <li key={code}>
                <button
                  type="button"
                  className="language-choice"
                  onClick={() => {
                    setAdding(false);
                    choose(code);
                  }}
                >
                  {languageName(code, inLanguage)} <span className="quiet">{code}</span>
                </button>
              </li>
            ))}
          </ul>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
