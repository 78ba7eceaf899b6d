import { Anchor, Badge } from "@mantine/core";
import { useMayWrite } from "../access/use-rights.ts";
import { asText, type TranslatedFrom } from "../changes/stale-translations.ts";
import { useText } from "../i18n/i18n.ts";
import { confirmTranslation } from "../translations/confirm.ts";
import type { Translation } from "../translations/confirmed.ts";

type Props = {
  missing: boolean;
  translatedFrom: TranslatedFrom | undefined;
  projectId: string;
  translation: Translation;
  /** What it is a translation of, in words. */
  of: string;
};

/** Beside a translation: that there is none yet, or that it was made from something else and may still be right. */
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
