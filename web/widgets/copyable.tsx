import { ActionIcon, Button } from "@mantine/core";
import { IconCopy, IconLink } from "@tabler/icons-react";
import { textNow, useText } from "../platform/i18n/i18n.ts";
import { toast } from "../platform/toasts.ts";

function copy(text: string) {
  void navigator.clipboard.writeText(text);
  toast(textNow().address.copied);
}

/** A text that people copy whole; a click does it. */
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
      onClick={() => copy(text)}
    >
      <code className="truncate-start">
        <bdi>{text}</bdi>
      </code>
    </Button>
  );
}

/** Copies an address of the marketplace, and shows it in its tip. */
export function CopyAddress({ address }: { address: string }) {
  const label = `${useText().address.copy}: ${address}`;
  return (
    <ActionIcon data-tip={label} size={32} aria-label={label} onClick={() => copy(address)}>
      <IconLink size={18} />
    </ActionIcon>
  );
}
