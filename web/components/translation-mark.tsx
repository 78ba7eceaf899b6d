import { Anchor, Badge } from "@mantine/core";
import { useMayWrite } from "../access/use-rights.ts";
import { useText } from "../i18n/i18n.ts";
import { confirmTranslation } from "../translations/confirm.ts";
import { asText, type TranslatedFrom, type Translation } from "../translations/translation.ts";

type Props = {
  missing: boolean;
  translatedFrom: TranslatedFrom | undefined;
  projectId: string;
  translation: Translation;
  /** The name of the field. */
  of: string;
};

/** Marks a translation that is missing, or whose original has changed since. */
export function TranslationMark({ missing, translatedFrom, projectId, translation, of }: Props) {
  const t = useText();
  const mayWrite = useMayWrite(`translations.${translation.language}.${translation.field}`);
  if (!missing && translatedFrom === undefined) return null;
  if (missing || translatedFrom === undefined) return <Badge color="warn">{t.translations.missing}</Badge>;
  return (
    <>
      <Badge color="warn" title={t.translations.madeFrom(asText(translatedFrom))}>
        {t.translations.stale}
      </Badge>
      {mayWrite && (
        <Anchor
          component="button"
          type="button"
          className="still-right"
          size="xs"
          px={4}
          aria-label={t.translations.confirm(of)}
          onClick={() => void confirmTranslation(projectId, translation, of)}
        >
          {t.translations.stillRight}
        </Anchor>
      )}
    </>
  );
}
