import { Button, Skeleton } from "@mantine/core";
import { IconAlertTriangle, IconMapPinOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { isAway, isGone, isThere } from "../api.ts";
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

/** Offers a retry, except for what does not exist. */
export function LoadFailed({ error, retry }: { error: unknown; retry(): void }) {
  const t = useText();
  useReturn(isAway(error), retry);
  if (isGone(error)) return <NotFound />;
  return (
    <Empty icon={<IconAlertTriangle />} title={t.common.loadFailed} hint={t.common.loadFailedHint}>
      <Button variant="default" onClick={retry}>
        {t.common.retry}
      </Button>
    </Empty>
  );
}

const lookMs = 4_000;

/** Loads again by itself when the service is back. */
function useReturn(away: boolean, retry: () => void) {
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    if (!away) return;
    const look = async () => {
      if (await isThere()) latest.current();
    };
    const timer = setInterval(() => void look(), lookMs);
    return () => clearInterval(timer);
  }, [away]);
}

export function NotFound({ children }: { children?: ReactNode }) {
  const t = useText();
  return (
    <Empty icon={<IconMapPinOff />} title={t.common.notFound} hint={t.common.notFoundHint}>
      {children ?? (
        <Link className="link" to="/">
          {t.actions.goProjects}
        </Link>
      )}
    </Empty>
  );
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
