import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useText } from "../i18n/i18n.ts";
import { toast } from "../toasts.ts";

/** An address of the marketplace; a click copies it. */
export function Copyable({ text }: { text: string }) {
  const t = useText();
  return (
    <Button
      data-tip={t.address.copy}
      size="compact-sm"
      variant="light"
      color="gray"
      fw={400}
      miw={0}
      maw="100%"
      rightSection={<IconCopy size={13} />}
      aria-label={`${t.address.copy}: ${text}`}
      onClick={() => {
        void navigator.clipboard.writeText(text);
        toast(t.address.copied);
      }}
    >
      <code className="truncate-start">
        <bdi>{text}</bdi>
      </code>
    </Button>
  );
}
