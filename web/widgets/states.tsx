import { Button, EmptyState, Text } from "@mantine/core";
import { IconAlertTriangle, IconCloudOff, IconHourglass, IconMapPinOff } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { isAway, isGone, isThere, reasonOf } from "../platform/api.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { awayStore } from "../platform/offline/reach.ts";
import { useStore } from "../platform/store.ts";
import { TextLink } from "./links.tsx";

type EmptyProps = { icon: ReactNode; title: string; hint: string; small?: boolean; children?: ReactNode };

export const Empty = ({ icon, title, hint, small, children }: EmptyProps) => (
  <EmptyState
    className="empty"
    size={small ? "xs" : "sm"}
    {...(small ? { align: "left", py: "xs" } : { flex: 1, px: "lg", py: 48, style: { justifyContent: "center" } })}
    icon={icon}
    title={title}
    description={hint}
  >
    {children && (
      <EmptyState.Actions mt="sm" style={{ justifyContent: "center" }}>
        {children}
      </EmptyState.Actions>
    )}
  </EmptyState>
);

/** Offers a retry, except for what does not exist. */
export function LoadFailed({ error, retry }: { error: unknown; retry(): void }) {
  const t = useText();
  const away = useStore(awayStore);
  useReturn(isAway(error), retry);
  if (isGone(error)) return <NotFound />;
  if (away)
    return (
      <Empty icon={<IconCloudOff />} title={t.offline.title} hint={t.offline.unseen}>
        <Button variant="default" onClick={retry}>
          {t.common.retry}
        </Button>
        <TextLink to="/">{t.actions.goProjects}</TextLink>
      </Empty>
    );
  return (
    <Empty icon={<IconAlertTriangle />} title={t.common.loadFailed} hint={t.common.loadFailedHint}>
      <Button variant="default" onClick={retry}>
        {t.common.retry}
      </Button>
    </Empty>
  );
}

/** The service needs a while, and says what for; the answer comes by itself. */
export function Preparing({ error }: { error: unknown }) {
  const t = useText();
  const { message } = reasonOf(error);
  return (
    <Empty icon={<IconHourglass />} title={t.common.preparing} hint={t.common.preparingHint}>
      {message && (
        <Text size="xs" c="dimmed" lang="en" role="status">
          {message}
        </Text>
      )}
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
      {children ?? <TextLink to="/">{t.actions.goProjects}</TextLink>}
    </Empty>
  );
}
