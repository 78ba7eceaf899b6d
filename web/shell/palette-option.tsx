import { Group, Kbd, Text, VisuallyHidden } from "@mantine/core";
import { IconTextSpellcheck } from "@tabler/icons-react";
import { useState } from "react";
import type { Found } from "../../contract/search.ts";
import { discounted } from "../items/price.ts";
import { CutPicture } from "../pictures/cut-picture.tsx";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { money } from "../platform/i18n/numbers.ts";
import { useStore } from "../platform/store.ts";
import { Glyph } from "../widgets/glyph.tsx";
import { MarkedText } from "../widgets/marked-text.tsx";
import type { Entry } from "./palette-groups.ts";

type Props = { entry: Entry; selected: boolean; run(): void; point(): void };

export function PaletteOption({ entry, selected, run, point }: Props) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search box handles the keyboard
    <div
      id={`palette-${entry.id}`}
      className="palette-entry"
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      // The search box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
      onPointerMove={point}
    >
      {entry.shows === "found" ? (
        <FoundFace found={entry.found} />
      ) : entry.shows === "command" ? (
        <CommandFace {...entry} />
      ) : (
        <SuggestionFace words={entry.words} />
      )}
    </div>
  );
}

function FoundFace({ found }: { found: Found }) {
  const t = useText();
  const { name, match, matches, language, visible, price, path } = found;
  const isName = match === name;
  return (
    <>
      <Picture key={found.img} found={found} />
      <div className="palette-text">
        <div className="palette-name">
          <Text span truncate>
            {isName ? <MarkedText text={name} ranges={matches} /> : name}
          </Text>
          {!isName && (
            <Text span truncate c="dimmed" className="palette-match" lang={language ?? undefined}>
              <MarkedText text={match} ranges={matches} />
            </Text>
          )}
          {!visible && (
            <>
              <Glyph name="eye-off" size={14} />
              <VisuallyHidden>{t.tree.hidden}</VisuallyHidden>
            </>
          )}
        </div>
        {path.length > 0 && (
          <Text size="xs" c="dimmed" className="palette-place truncate-start">
            <bdi>{path.map((node) => node.name).join(" / ")}</bdi>
          </Text>
        )}
      </div>
      {price && <Price {...price} />}
    </>
  );
}

function Picture({ found: { kind, img } }: { found: Found }) {
  const [broken, setBroken] = useState(false);
  return (
    <span className="palette-picture" data-empty={img === "" || broken || undefined} aria-hidden>
      {img === "" || broken ? (
        <Glyph name={kind === "item" ? "package" : "folder"} size={17} />
      ) : (
        <CutPicture url={img} width={64} alt="" failed={() => setBroken(true)} />
      )}
    </span>
  );
}

/** As the buyer pays it. */
function Price({ price, discount, currency }: NonNullable<Found["price"]>) {
  const language = useStore(languageStore);
  return (
    <div className="palette-price">
      <Text span size="sm" fw={600}>
        {money(discounted(price, discount), currency, language)}
      </Text>
      {discount > 0 && (
        <Text component="s" size="xs" c="dimmed" td="line-through" aria-hidden>
          {money(price, currency, language)}
        </Text>
      )}
    </div>
  );
}

function CommandFace({ icon: Icon, label, keys }: Extract<Entry, { shows: "command" }>) {
  return (
    <>
      <span className="palette-picture" aria-hidden>
        <Icon size={17} />
      </span>
      <Text span truncate>
        {label}
      </Text>
      {keys.length > 0 && (
        <Group gap={4} ml="auto" wrap="nowrap" aria-hidden>
          {keys.map((key) => (
            <Kbd size="xs" key={key}>
              {key}
            </Kbd>
          ))}
        </Group>
      )}
    </>
  );
}

function SuggestionFace({ words }: { words: string }) {
  const t = useText();
  return (
    <>
      <span className="palette-picture" aria-hidden>
        <IconTextSpellcheck size={17} />
      </span>
      <Text span truncate>
        {t.palette.didYouMean}{" "}
        <Text span fw={600}>
          {words}
        </Text>
      </Text>
    </>
  );
}
