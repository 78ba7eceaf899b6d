import { Button, Text } from "@mantine/core";
import { useLater } from "../../platform/i18n/later-words.ts";
import { DialogFoot, DialogFrame } from "../../widgets/dialog-frame.tsx";

type Props = { names: readonly string[]; answer(empty: boolean): void; close(): void };

/** Asks before the shop gives away what had a price. */
export default function EmptyPricesDialog({ names, answer, close }: Props) {
  const { emptyPrices: words } = useLater();
  const [only] = names.length === 1 ? names : [];
  const end = (empty: boolean) => {
    close();
    answer(empty);
  };
  return (
    <DialogFrame close={() => end(false)} title={only === undefined ? words.title(names.length) : words.titleOf(only)}>
      <Text c="dimmed">{words.what}</Text>
      <DialogFoot cancel={() => end(false)} cancelWords={words.keep} cautious>
        <Button color="red" onClick={() => end(true)}>
          {words.remove}
        </Button>
      </DialogFoot>
    </DialogFrame>
  );
}
