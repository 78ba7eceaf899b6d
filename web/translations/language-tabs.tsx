import { Badge, Button, Group } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { defaultLanguage } from "../../contract/languages.ts";
import type { Rights } from "../access/rights.ts";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { languageName } from "../platform/i18n/language-name.ts";
import { useStore } from "../platform/store.ts";
import { opensLater } from "../widgets/opens-later.tsx";

const LanguageChoice = opensLater("dialog", () => import("../widgets/language-choice.tsx"));

type Props = {
  languages: string[];
  rights: Rights;
  language: string;
  choose(code: string): void;
  share: ((code: string) => { done: number; of: number }) | undefined;
};

/** The languages that there are, and those that the person may write. */
export function LanguageTabs({ languages, rights, language, choose, share }: Props) {
  const t = useText();
  const inLanguage = useStore(languageStore);
  const written = rights.languages === "all" ? [] : rights.languages;
  const shown = [...new Set(["ru", ...languages, ...written, language])].filter((code) => code !== defaultLanguage);
  return (
    <Group gap={6} className="language-tabs">
      {shown.map((code) => {
        const { done, of } = share?.(code) ?? { done: 0, of: 0 };
        return (
          <Button
            size="compact-md"
            variant={code === language ? "light" : "default"}
            aria-pressed={code === language}
            key={code}
            rightSection={
              of > 0 && (
                <Badge color={done === of ? "good" : "gray"}>
                  {done}/{of}
                </Badge>
              )
            }
            onClick={() => choose(code)}
          >
            {languageName(code, inLanguage)}
          </Button>
        );
      })}
      {rights.languages === "all" && (
        <LanguageChoice
          shown={shown}
          choose={choose}
          button={
            <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconPlus size={14} />}>
              {t.translations.addLanguage}
            </Button>
          }
        />
      )}
    </Group>
  );
}
