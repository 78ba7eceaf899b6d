import { Button, List, Text } from "@mantine/core";
import { useLater } from "../../platform/i18n/later-words.ts";
import { DialogFoot, DialogFrame } from "../../widgets/dialog-frame.tsx";
import type { Lacking } from "../lacks.ts";
import { lackCounts } from "../lacks.ts";

type Props = { lacking: readonly Lacking[]; answer(show: boolean): void; close(): void };

/** Asks before the shop shows what nobody seems to have finished. */
export default function ShowItemsDialog({ lacking, answer, close }: Props) {
  const { showing: words } = useLater();
  const [only] = lacking.length === 1 ? lacking : [];
  const end = (show: boolean) => {
    close();
    answer(show);
  };
  return (
    <DialogFrame close={() => end(false)} title={only ? words.titleOf(only.name) : words.title(lacking.length)}>
      {only ? (
        <Text c="dimmed">{words.lacks(only.lacks)}</Text>
      ) : (
        <List c="dimmed">
          {lackCounts(lacking).map(({ lack, count }) => (
            <List.Item key={lack}>{words.counts[lack](count)}</List.Item>
          ))}
        </List>
      )}
      <DialogFoot cancel={() => end(false)} cancelWords={words.keep} cautious>
        <Button onClick={() => end(true)}>{words.show}</Button>
      </DialogFoot>
    </DialogFrame>
  );
}
