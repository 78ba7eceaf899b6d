import { Box, Button, Group, Text, Title } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import type { Notice } from "../../contract/comments.ts";
import { commentHash } from "../catalog/addresses.ts";
import { explain } from "../platform/explain.ts";
import { languageStore } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { toast } from "../platform/toasts.ts";
import type { Opening } from "../widgets/anchor.tsx";
import { EmptyPlace } from "../widgets/empty-place.tsx";
import { CardLink, TextLink } from "../widgets/links.tsx";
import { Popup } from "../widgets/popup.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import { LoadFailed } from "../widgets/states.tsx";
import { markRead, searchOfNotice, useNotices } from "./notices-data.ts";

const markAll = () => void markRead().catch((error) => toast(explain(error), { tone: "bad" }));

/** Lists who has mentioned the person. Each entry leads to its comment. */
export default function NoticesPanel({ opening }: { opening: Opening }) {
  return (
    <Popup opening={opening} position="bottom-end" width={400} dropdown={{ className: "done", p: 0 }}>
      <Notices close={() => opening.setOpened(false)} />
    </Popup>
  );
}

function Notices({ close }: { close(): void }) {
  const { notices: words } = useLater();
  const { projectId } = useParams({ strict: false });
  const { data, error, refetch } = useNotices();
  return (
    <>
      <Group className="done-head" gap="xs" wrap="nowrap" px="md" py="xs">
        <Title order={2} size="h4" flex={1}>
          {words.title}
        </Title>
        {data && data.unread > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={markAll}>
            {words.readAll}
          </Button>
        )}
      </Group>
      {error && !data && <LoadFailed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton shape="lines" count={3} />}
      {data?.notices.length === 0 && <EmptyPlace of="mentions" />}
      <Box mah="min(60vh, 560px)" className="scrolls" tabIndex={-1}>
        <ul className="notices" aria-label={words.title}>
          {data?.notices.map((notice) => (
            <NoticeLine key={notice.id} notice={notice} close={close} />
          ))}
        </ul>
      </Box>
      {projectId && (
        <Box px="md" py="xs" className="notices-foot">
          <TextLink size="sm" to="/projects/$projectId/comments" params={{ projectId }} search={{}} onClick={close}>
            {words.allOpen}
          </TextLink>
        </Box>
      )}
    </>
  );
}

function NoticeLine({ notice, close }: { notice: Notice; close(): void }) {
  const { notices: words } = useLater();
  const language = useStore(languageStore);
  const at = new Date(notice.at);
  const isToday = at.toDateString() === new Date().toDateString();
  const when = new Intl.DateTimeFormat(language, { timeStyle: "short", ...(!isToday && { dateStyle: "medium" }) });
  return (
    <li>
      <CardLink
        className="notice"
        data-unread={!notice.read || undefined}
        radius={0}
        to="/projects/$projectId"
        params={{ projectId: notice.projectId }}
        search={searchOfNotice(notice)}
        hash={commentHash(notice.commentId)}
        onClick={close}
      >
        <Text size="sm" fw={notice.read ? 400 : 600} className="breaks">
          {words.mentionedOn(notice.actor, notice.itemName)}
          {!notice.read && <span className="visually-hidden">, {words.isUnread}</span>}
        </Text>
        <Text size="sm" lineClamp={2} className="breaks">
          {notice.text}
        </Text>
        <Text size="xs" c="dimmed">
          <time dateTime={notice.at}>{when.format(at)}</time>
        </Text>
      </CardLink>
    </li>
  );
}
