import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconCheck, IconRotate, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import type { CommentState } from "../../contract/comments.ts";
import type { Comment } from "../../contract/items.ts";
import { commentHash } from "../catalog/addresses.ts";
import { languageStore } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { CommentText } from "./comment-text.tsx";

type Props = {
  comment: Comment;
  state: Pick<CommentState, "resolved" | "mentions">;
  /** A link leads to this comment. */
  wanted: boolean;
  /** Resolves it, or opens it again; absent where the person may not. */
  change?: () => void;
  remove?: () => void;
};

export function CommentCard({ comment, state, wanted, change, remove }: Props) {
  const words = useLater().comments;
  const language = useStore(languageStore);
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!wanted) return;
    card.current?.scrollIntoView({ block: "center" });
    card.current?.focus({ preventScroll: true });
  }, [wanted]);
  const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const { resolved } = state;
  return (
    <li
      className="comment"
      id={commentHash(comment.id)}
      tabIndex={-1}
      ref={card}
      data-resolved={resolved !== null || undefined}
      data-wanted={wanted || undefined}
    >
      <Group gap="xs" fz="sm">
        <strong>{comment.author || words.anonymous}</strong>
        {comment.stars !== undefined && (
          <Text span inherit c="warn" role="img" aria-label={words.rating(comment.stars)}>
            {"★".repeat(comment.stars)}
            {"☆".repeat(5 - comment.stars)}
          </Text>
        )}
        <Text size="xs" c="dimmed" ml="auto">
          <time dateTime={comment.createdAt}>{when.format(new Date(comment.createdAt))}</time>
        </Text>
      </Group>
      <p className="as-written">
        <CommentText text={comment.text} mentions={state.mentions} />
      </p>
      {(resolved || change) && (
        <Group gap={4} mt={4} wrap="nowrap" justify="flex-end">
          {resolved && (
            <Text size="xs" c="dimmed" flex={1}>
              {words.resolvedBy(
                resolved.by === "anonymous" ? words.anonymous : resolved.by,
                when.format(new Date(resolved.at)),
              )}
            </Text>
          )}
          {change && (
            <Button
              data-does="state"
              size="compact-xs"
              variant="subtle"
              leftSection={resolved ? <IconRotate size={14} /> : <IconCheck size={14} />}
              onClick={change}
            >
              {resolved ? words.reopen : words.resolve}
            </Button>
          )}
          {remove && (
            <ActionIcon data-does="delete" size="sm" aria-label={words.delete} onClick={remove}>
              <IconTrash size={14} />
            </ActionIcon>
          )}
        </Group>
      )}
    </li>
  );
}
