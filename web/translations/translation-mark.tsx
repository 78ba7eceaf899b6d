import { Anchor, Badge } from "@mantine/core";
import { useText } from "../platform/i18n/i18n.ts";
import { useMayWrite } from "../widgets/may-write.ts";
import { confirmTranslation } from "./confirm.ts";
import { TextDot } from "./text-dot.tsx";
import { asText, type TranslatedFrom, type Translation } from "./translation.ts";

type Props = {
  missing: boolean;
  /** It is the same as the original, and nobody has confirmed that. */
  copied: boolean;
  translatedFrom: TranslatedFrom | undefined;
  projectId: string;
  translation: Translation;
  /** The name of the field. */
  of: string;
};

/** Marks a translation that is missing, the same as its original, or whose original has changed since. */
export function TranslationMark({ missing, copied, translatedFrom, projectId, translation, of }: Props) {
  const t = useText();
  const mayWrite = useMayWrite(`translations.${translation.language}.${translation.field}`);
  if (missing) return <TextDot state="missing" />;
  if (!copied && translatedFrom === undefined) return null;
  return (
    <>
      {translatedFrom === undefined ? (
        <Badge color="warn">{t.translations.copied}</Badge>
      ) : (
        <Badge color="warn" title={t.translations.madeFrom(asText(translatedFrom))}>
          {t.translations.stale}
        </Badge>
      )}
      {mayWrite && (
        <Anchor
          component="button"
          type="button"
          className="still-right"
          size="xs"
          px={4}
          aria-label={translatedFrom === undefined ? t.translations.confirmCopy(of) : t.translations.confirm(of)}
          onClick={() => void confirmTranslation(projectId, translation, of)}
        >
          {translatedFrom === undefined ? t.translations.rightSo : t.translations.stillRight}
        </Anchor>
      )}
    </>
  );
}
