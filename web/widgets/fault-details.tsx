import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useText } from "../platform/i18n/i18n.ts";
import { toast } from "../platform/toasts.ts";

/** What whoever mends a fault of the program needs to know. */
export default function FaultDetails({ error }: { error: unknown }) {
  const t = useText();
  const { build } = document.documentElement.dataset;
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const text = [location.pathname + location.search, build, navigator.userAgent, said].join("\n");
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast(t.broken.copied);
  };
  return (
    <details>
      <summary>{t.broken.details}</summary>
      <pre>{text}</pre>
      {/* Browsers have no clipboard over plain http on a network. */}
      {navigator.clipboard && (
        <Button size="xs" variant="default" leftSection={<IconCopy size={14} />} onClick={() => void copy()}>
          {t.broken.copy}
        </Button>
      )}
    </details>
  );
}
