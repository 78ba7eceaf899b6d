import { NavLink, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { defaultLanguage, languageCodes } from "../../contract/languages.ts";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { languageName } from "../platform/i18n/language-name.ts";
import { useStore } from "../platform/store.ts";
import type { Opening } from "./anchor.tsx";
import { Popup } from "./popup.tsx";

/** Languages that catalogs are sold in most, offered first. */
const common = ["ru", "uk", "de", "fr", "es", "it", "pl", "pt", "tr", "zh", "ja", "ar"];

type Props = { opening: Opening; shown: string[]; choose(code: string): void };

/** One more language to translate into. */
export default function LanguageChoice({ opening, shown, choose }: Props) {
  const t = useText();
  const inLanguage = useStore(languageStore);
  const [filter, setFilter] = useState("");
  const others = [...new Set([...common, ...languageCodes])]
    .filter((code) => code !== defaultLanguage && !shown.includes(code))
    .filter((code) => languageName(code, inLanguage).toLowerCase().includes(filter.toLowerCase()))
    .slice(0, 12);
  return (
    <Popup
      opening={opening}
      position="bottom-start"
      width={220}
      trapFocus
      onOpen={() => setFilter("")}
      dropdown={{ p: 4 }}
    >
      <TextInput
        size="xs"
        aria-label={t.translations.choose}
        placeholder={t.translations.choose}
        data-autofocus
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <ul className="language-list">
        {others.map((code) => (
          <li key={code}>
            <NavLink
              component="button"
              type="button"
              className="language-choice"
              label={languageName(code, inLanguage)}
              rightSection={
                <Text size="xs" c="dimmed">
                  {code}
                </Text>
              }
              onClick={() => {
                opening.setOpened(false);
                choose(code);
              }}
            />
          </li>
        ))}
      </ul>
    </Popup>
  );
}
