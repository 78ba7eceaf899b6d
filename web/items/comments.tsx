import { ActionIcon, Button, Group, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { Comment, Item } from "../../contract/items.ts";
import { useMayWrite } from "../access/use-rights.ts";
import { inPlaceOf, useFocusNext } from "../components/use-focus-next.ts";
import { languageStore, useText } from "../i18n/i18n.ts";
import { request } from "../saving/act.ts";
import { fieldKey } from "../saving/edit.ts";
import { saving } from "../saving/saving.ts";
import { temporaryId } from "../saving/temporary-ids.ts";
import { useStore } from "../store.ts";
import { authorStore } from "./author.ts";

type Props = { projectId: string; item: Item };

export function Comments({ projectId, item }: Props) {
  const t = useText();
  const whole = useRef<HTMLElement>(null);
  const focusNext = useFocusNext(whole);
  return (
    <section
      className="panel-section"
      aria-label={t.item.comments}
      data-field={fieldKey({ kind: "item", id: item.id }, "comments")}
      ref={whole}
    >
      <Title order={2} size="h3">
        {t.item.comments}{" "}
        <Text span inherit fw={400} c="dimmed">
          {item.comments.length}
        </Text>
      </Title>
      {item.comments.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.comments.empty}
        </Text>
      )}
      <ul className="comments">
        {item.comments.map((comment, at) => (
          <CommentCard
            // A comment that was just saved keeps its card, and with it the focus.
            key={saving.firstId(comment.id)}
            projectId={projectId}
            item={item}
            comment={comment}
            removing={() => focusNext(`li${inPlaceOf(at, item.comments.length)} button, textarea`)}
          />
        ))}
      </ul>
      {useMayWrite("comments") && <CommentForm projectId={projectId} item={item} />}
    </section>
  );
}

function CommentCard({ projectId, item, comment, removing }: Props & { comment: Comment; removing(): void }) {
  const t = useText();
  const language = useStore(languageStore);
  const mayWrite = useMayWrite("comments");
  const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const remove = () => {
    const params = { itemId: item.id, commentId: comment.id };
    const requests = [request("deleteComment", { params })];
    removing();
    void saving.act({ projectId, title: { what: "deleteComment", name: item.name }, requests });
  };
  return (
    <li className="comment">
      <Group gap="xs" fz="sm">
        <strong>{comment.author || t.comments.anonymous}</strong>
        {comment.stars !== undefined && (
          <Text span inherit c="warn" role="img" aria-label={t.comments.rating(comment.stars)}>
            {"★".repeat(comment.stars)}
            {"☆".repeat(5 - comment.stars)}
          </Text>
        )}
        <Text size="xs" c="dimmed" ml="auto">
          <time dateTime={comment.createdAt}>{when.format(new Date(comment.createdAt))}</time>
        </Text>
        {mayWrite && (
          <ActionIcon size="sm" aria-label={t.comments.delete} onClick={remove}>
            <IconTrash size={14} />
          </ActionIcon>
        )}
      </Group>
      <p className="as-written">{comment.text}</p>
    </li>
  );
}

function CommentForm({ projectId, item }: Props) {
  const t = useText();
  const author = useStore(authorStore);
  const [text, setText] = useState("");
  const [stars, setStars] = useState(0);
  const written = useRef<HTMLTextAreaElement>(null);
  const send = () => {
    const body = { text, ...(author.trim() && { author: author.trim() }), ...(stars > 0 && { stars }) };
    const requests = [request("createComment", { params: { itemId: item.id }, body })];
    void saving.act({ projectId, title: { what: "addComment", name: item.name }, requests, makes: temporaryId() });
    setText("");
    setStars(0);
    // Without text the button is disabled, and the focus would be lost.
    written.current?.focus();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="xs">
        <Textarea
          ref={written}
          aria-label={t.comments.label}
          placeholder={t.comments.placeholder}
          rows={2}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group gap="xs">
          <TextInput
            flex={1}
            miw={110}
            aria-label={t.comments.author}
            placeholder={t.comments.author}
            value={author}
            onChange={(event) => authorStore.set(event.currentTarget.value)}
          />
          <fieldset className="stars" aria-label={t.comments.stars}>
            {[1, 2, 3, 4, 5].map((count) => (
              <ActionIcon
                variant="transparent"
                color="warn"
                size="sm"
                key={count}
                aria-label={t.comments.rating(count)}
                aria-pressed={stars === count}
                onClick={() => setStars(stars === count ? 0 : count)}
              >
                {count <= stars ? <IconStarFilled size={16} /> : <IconStar size={16} />}
              </ActionIcon>
            ))}
          </fieldset>
          <Button type="submit" disabled={!text.trim()}>
            {t.comments.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
