import { lazy, memo, Suspense } from "react";
import type { ItemMatches } from "../../../contract/found-items.ts";
import type { Item } from "../../../contract/items.ts";
import { type Text, useText } from "../../platform/i18n/i18n.ts";
import { Glyph } from "../../widgets/glyph.tsx";
import { MarkedText } from "../../widgets/marked-text.tsx";
import { type Elsewhere, matchElsewhere } from "../matching.ts";

/** Where it cannot be fetched, the grid does without it. */
const OpenMark = lazy(() => import("../../comments/open-mark.tsx").catch(() => ({ default: () => null })));

type Props = { item: Item; name: string | undefined; match: ItemMatches | undefined };

/**
 * The name with what matches the search in it; where another text matches, that one below the name. Where the name has no
 * translation, the original in its place.
 */
export const NameFace = memo(function NameFace({ item, name: own, match }: Props) {
  const t = useText();
  const name = own || item.name;
  const elsewhere = match && matchElsewhere(item, match, name);
  // What is being typed is not what the service has searched.
  const ranges = name === item.name ? match?.name : undefined;
  return (
    <>
      <span className="grid-names">
        <span className="grid-name" data-original={!own || undefined}>
          {ranges ? <MarkedText text={name} ranges={ranges} /> : name}
        </span>
        {elsewhere && (
          <span className="grid-match">
            {whereOf(t, elsewhere)}: <MarkedText text={elsewhere.text} ranges={elsewhere.ranges} />
          </span>
        )}
      </span>
      {item.comments.length > 0 && (
        <Suspense>
          <OpenMark itemId={item.id} />
        </Suspense>
      )}
      <span className="grid-open">
        <Glyph name="open" size={14} />
      </span>
    </>
  );
});

function whereOf(t: Text, { where, property }: Elsewhere): string {
  if (where === "description") return property || t.item.description;
  if (where === "id") return t.items.id;
  return where === "simpleDescription" ? t.item.short : t.item[where];
}
