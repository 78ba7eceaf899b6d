import { Button, Text } from "@mantine/core";
import { IconDeviceDesktop } from "@tabler/icons-react";
import { change, useSessions } from "../access/access-data.ts";
import { AccessLine } from "../access/access-line.tsx";
import { api } from "../platform/api.ts";
import { useDates } from "../platform/dates.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { Skeleton } from "../widgets/skeleton.tsx";
import { LoadFailed } from "../widgets/states.tsx";

/** Lists the sessions of a person, each with a button that ends it. */
export function Sessions({ userId }: { userId?: string }) {
  const { people: words } = useLater();
  const { moment } = useDates();
  const sessions = useSessions(userId);
  if (sessions.error && !sessions.data)
    return <LoadFailed error={sessions.error} retry={() => void sessions.refetch()} />;
  if (!sessions.data) return <Skeleton shape="lines" count={2} />;
  if (sessions.data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.noSessions}
      </Text>
    );
  return (
    <ul aria-label={words.sessions}>
      {sessions.data.map((session) => (
        <AccessLine
          key={session.id}
          icon={<IconDeviceDesktop size={15} />}
          name={deviceOf(session.userAgent) || words.unknownDevice}
          marks={session.current ? [words.thisSession] : []}
          detail={`${session.address} · ${words.seen(moment(session.lastSeenAt))}`}
        >
          {!session.current && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`${words.endSession}: ${deviceOf(session.userAgent)} ${session.address}`}
              onClick={() => void change(() => api.revokeSession({ params: { sessionId: session.id } }))}
            >
              {words.endSession}
            </Button>
          )}
        </AccessLine>
      ))}
    </ul>
  );
}

const browsers = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/YaBrowser\//, "Yandex Browser"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const systems = [
  [/Windows/, "Windows"],
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
] as const;

/** "Firefox · Windows" for a known user agent; its whole text for any other. */
function deviceOf(userAgent: string): string {
  const named = [browsers, systems].flatMap((list) => list.find(([sign]) => sign.test(userAgent))?.[1] ?? []);
  return named.length > 0 ? named.join(" · ") : userAgent.slice(0, 60);
}
