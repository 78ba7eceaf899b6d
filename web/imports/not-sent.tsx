import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useLater } from "../platform/i18n/later-words.ts";
import { fileFaultWords } from "./fault-words.ts";
import { KnownFile } from "./known-file.tsx";
import type { useSending } from "./use-sending.ts";

/** Says why a file that was sent was not taken. */
export function NotSent({ sending, send }: Pick<ReturnType<typeof useSending>, "sending" | "send">) {
  const { imports: words } = useLater();
  if (sending.kind === "failed") {
    return (
      <Alert mt="md" color="red" role="alert" icon={<IconAlertTriangle size={18} />} title={words.file.failed}>
        {fileFaultWords(words, sending.error)}
      </Alert>
    );
  }
  if (sending.kind !== "known") return null;
  return <KnownFile run={sending.run} again={() => void send({ ...sending.sent, again: true })} />;
}
