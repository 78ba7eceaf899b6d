import { IconCopy } from "@tabler/icons-react";
import { useText } from "../i18n/i18n.ts";
import { toast } from "../toasts.ts";

/** An address of the marketplace; a click copies it. */
export function Copyable({ text }: { text: string }) {
  const t = useText();
  return (
    <button
      data-tip={t.address.copy}
      type="button"
      className="copyable"
      aria-label={`${t.address.copy}: ${text}`}
      onClick={() => {
        void navigator.clipboard.writeText(text);
        toast(t.address.copied);
      }}
    >
      <code>
        <bdi>{text}</bdi>
      </code>
      <IconCopy size={13} aria-hidden />
    </button>
  );
}
