import { asText, type TranslatedFrom } from "../changes/stale-translations.ts";
import { useText } from "../i18n/i18n.ts";

type Props = { missing: boolean; translatedFrom: TranslatedFrom | undefined };

/** Beside a translation: that there is none yet, or that it was made from something else. */
export function TranslationMark({ missing, translatedFrom }: Props) {
  const t = useText();
  if (!missing && translatedFrom === undefined) return null;
  return (
    <span
      className="chip"
      data-tone="warn"
      title={translatedFrom === undefined ? undefined : t.translations.madeFrom(asText(translatedFrom))}
    >
      {missing ? t.translations.missing : t.translations.stale}
    </span>
  );
}
