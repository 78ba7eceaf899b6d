import { Menu } from "@mantine/core";
import { defaultLanguage } from "../../contract/languages.ts";
import { useRights } from "../access/use-rights.ts";
import { catalogLanguage } from "../catalog/catalog-language.ts";
import { languageStore } from "../platform/i18n/i18n.ts";
import { languageName } from "../platform/i18n/language-name.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { Anchor, type Opening } from "../widgets/anchor.tsx";
import { useProgress } from "./board-data.ts";
import { chooseContentLanguage } from "./content-language.ts";

/** The languages that the project has texts in, and those that the person writes. */
export default function CatalogLanguageMenu({ opening, projectId }: { opening: Opening; projectId: string }) {
  const { catalogLanguage: words } = useLater();
  const inLanguage = useStore(languageStore);
  const chosen = useStore(catalogLanguage);
  const used = useProgress(projectId, undefined).data?.languages ?? [];
  const { languages } = useRights(projectId);
  const written = languages === "all" ? [] : languages;
  const codes = [...new Set([defaultLanguage, ...used.map(({ language }) => language), ...written, chosen])];
  const choose = (code: string) => {
    catalogLanguage.set(code);
    // What is opened next shows its texts in that language too.
    if (code !== defaultLanguage) chooseContentLanguage(code);
  };
  return (
    <Menu position="bottom-end" width={230} opened={opening.opened} onChange={opening.setOpened}>
      <Menu.Target>
        <Anchor of={opening} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.title}</Menu.Label>
        <Menu.RadioGroup value={chosen} onChange={choose}>
          {codes.map((code) => (
            <Menu.RadioItem key={code} value={code} closeMenuOnClick>
              {code === defaultLanguage
                ? words.original(languageName(code, inLanguage))
                : languageName(code, inLanguage)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label className="menu-note">{used.length === 0 ? words.none : words.note}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
