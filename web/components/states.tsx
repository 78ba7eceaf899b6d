import { Button, Skeleton } from "@mantine/core";
import { IconAlertTriangle, IconMapPinOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useText } from "../i18n/i18n.ts";

type EmptyProps = { icon: ReactNode; title: string; hint: string; children?: ReactNode };

export function Empty({ icon, title, hint, children }: EmptyProps) {
  return (
    <div className="empty">
      <div className="empty-icon" aria-hidden>
        {icon}
      </div>
      <p className="empty-title">{title}</p>
      <p className="empty-hint">{hint}</p>
      {children && <div className="empty-actions">{children}</div>}
    </div>
  );
}

export function LoadFailed({ retry }: { retry(): void }) {
  const t = useText();
  return (
    <Empty icon={<IconAlertTriangle />} title={t.common.loadFailed} hint={t.common.loadFailedHint}>
      <Button variant="default" onClick={retry}>
        {t.common.retry}
      </Button>
    </Empty>
  );
}

export function NotFound() {
  const t = useText();
  return <Empty icon={<IconMapPinOff />} title={t.common.notFound} hint={t.common.notFoundHint} />;
}

export function Lines({ count, height = 32 }: { count: number; height?: number }) {
  return (
    <div className="lines" aria-hidden>
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div className="line" key={line} style={{ height }}>
          <Skeleton height={10} width={`${40 + ((line * 29) % 45)}%`} radius="xl" />
        </div>
      ))}
    </div>
  );
}
