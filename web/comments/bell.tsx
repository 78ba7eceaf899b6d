import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useLater } from "../platform/i18n/later-words.ts";
import { opensLater } from "../widgets/opens-later.tsx";
import { useNotices, useReadAtComment, useTold } from "./notices-data.ts";

const NoticesPanel = opensLater("dialog", () => import("./notices-panel.tsx"));

const most = 99;
const shownText = 80;

/** Waits for the words by itself: React fails now and then where other hooks follow what waits. */
export default function Bell() {
  useLater();
  return <Mentions />;
}

/** Who has mentioned the person: how often since they looked, and on demand the list. */
function Mentions() {
  const words = useLater().notices;
  const { data } = useNotices();
  const unread = data?.unread ?? 0;
  useReadAtComment(data?.notices);
  useTold(data?.notices, ({ actor, text }) => {
    const short = text.length > shownText ? `${text.slice(0, shownText)}…` : text;
    return `${words.mentioned(actor)}: ${short}`;
  });
  return (
    <NoticesPanel
      button={
        <ActionIcon
          className="bell"
          size={32}
          aria-label={unread > 0 ? words.unread(unread) : words.title}
          data-tip={words.title}
        >
          <IconBell size={18} />
          {unread > 0 && (
            <span className="bell-count" aria-hidden>
              {unread > most ? `${most}+` : unread}
            </span>
          )}
        </ActionIcon>
      }
    />
  );
}
