import { Anchor, Text } from "@mantine/core";
import { useText } from "../../platform/i18n/i18n.ts";

/** Offers the search that was probably meant. */
export function DidYouMean({ words, apply }: { words: string; apply(words: string): void }) {
  const t = useText();
  const [before, after] = t.items.didYouMean;
  return (
    <Text className="did-you-mean" size="sm" c="dimmed" role="status">
      {before}
      <Anchor component="button" type="button" fw={600} inherit onClick={() => apply(words)}>
        {words}
      </Anchor>
      {after}
    </Text>
  );
}
