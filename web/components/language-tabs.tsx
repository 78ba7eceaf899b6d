import { Badge, Button, Group } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { defaultLanguage } from "../../contract/languages.ts";
import { languageStore, useText } from "../i18n/i18n.ts";
import { languageName } from "../i18n/language-name.ts";
import { createStoredStore, useStore } from "../store.ts";
import { opensLater } from "./opens-later.tsx";

const LanguageChoice = opensLater("dialog", () => import("./language-choice.tsx"));

/** The language a translator works in; the same for everything they open next. */
const contentLanguage = createStoredStore<string>("editor-content-language", "ru");

export function useContentLanguage(present: string[]): [string, (code: string) => void] {
  const last = useStore(contentLanguage);
  const known = new Set([...present, "ru", last]);
  return [known.has(last) ? last : "ru", contentLanguage.set];
}

type Props = {
  languages: string[];
  language: string;
  choose(code: string): void;
  share: ((code: string) => { done: number; of: number }) | undefined;
};

export function LanguageTabs({ languages, language, choose, share }: Props) {
  const t = useText();
  const inLanguage = useStore(languageStore);
  const shown = [...new Set(["ru", ...languages, language])].filter((code) => code !== defaultLanguage);
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
              share && (
                <Badge color={done === of ? "good" : "warn"}>
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
      <LanguageChoice
        shown={shown}
        choose={choose}
        button={
          <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconPlus size={14} />}>
            {t.translations.addLanguage}
          </Button>
        }
      />
    </Group>
  );
}
