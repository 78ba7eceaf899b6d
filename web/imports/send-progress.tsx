import { Button, Group, Progress, Text, VisuallyHidden } from "@mantine/core";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import type { Sending } from "./use-sending.ts";

type Props = { sending: Extract<Sending, { kind: "sending" }>; cancel(): void };

/** How much of a file is sent, and that it is being read. */
export function SendProgress({ sending, cancel }: Props) {
  const t = useText();
  const { imports: words } = useLater();
  const isSent = sending.share === 1;
  const label = isSent ? words.file.reading(sending.name) : words.file.uploading(sending.name);
  return (
    <div className="import-progress">
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Text className="breaks">{label}</Text>
        <Button variant="default" size="xs" onClick={cancel}>
          {t.common.cancel}
        </Button>
      </Group>
      <Progress aria-label={label} size="lg" radius="xl" value={isSent ? 100 : sending.share * 100} striped={isSent} />
      <VisuallyHidden role="status">{label}</VisuallyHidden>
    </div>
  );
}
