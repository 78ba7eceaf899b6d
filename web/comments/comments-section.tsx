import { Button, Text, Title } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Comment, Item } from "../../contract/items.ts";
import { commentHash } from "../catalog/addresses.ts";
import { shownName } from "../catalog/catalog-language.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { EmptyPlace } from "../widgets/empty-place.tsx";
import { useMayWrite } from "../widgets/may-write.ts";
import { inPlaceOf, useFocusNext } from "../widgets/use-focus-next.ts";
import { CommentCard } from "./comment-card.tsx";
import { CommentForm } from "./comment-form.tsx";
import { setResolved, useStates } from "./comments-data.ts";

type Props = { projectId: string; item: Item };

/** The comments of an item: those that are open, and on demand those that are resolved. */
export default function Comments({ projectId, item }: Props) {
  const t = useText();
  const whole = useRef<HTMLElement>(null);
  const focusNext = useFocusNext(whole);
  const mayWrite = useMayWrite("comments");
  const stateOf = useStates(item);
  const wanted = useLocation({ select: ({ hash }) => hash });
  const [shown, setShown] = useState<boolean>();
  const words = useLater().comments;
  const resolved = item.comments.filter(({ id }) => stateOf(id).resolved !== null);
  const open = item.comments.filter((comment) => !resolved.includes(comment));
  // A link to a resolved comment shows them.
  const showsResolved = shown ?? resolved.some(({ id }) => commentHash(id) === wanted);

  const list = (name: "open" | "resolved", comments: Comment[]) => (
    <ul className="comments" data-list={name}>
      {comments.map((comment, at) => {
        const leaving = (button: "state" | "delete") => {
          const next = `[data-list="${name}"] li${inPlaceOf(at, comments.length)} [data-does="${button}"]`;
          focusNext(comments.length > 1 ? next : "[data-does='toggle'], textarea");
        };
        return (
          <CommentCard
            // A comment that was just saved keeps its card, and with it the focus.
            key={saving.firstId(comment.id)}
            comment={comment}
            state={stateOf(comment.id)}
            wanted={commentHash(comment.id) === wanted}
            {...(mayWrite && {
              change: () => {
                leaving("state");
                setResolved(projectId, item, comment.id, name === "open");
              },
              remove: () => {
                leaving("delete");
                const requests = [request("deleteComment", { params: { itemId: item.id, commentId: comment.id } })];
                void saving.act({ projectId, title: { what: "deleteComment", name: shownName(item) }, requests });
              },
            })}
          />
        );
      })}
    </ul>
  );

  return (
    <section className="panel-section" aria-label={t.item.comments} ref={whole}>
      <Title order={2} size="h3">
        {t.item.comments}{" "}
        <Text span inherit fw={400} c="dimmed">
          {item.comments.length}
        </Text>
      </Title>
      {item.comments.length === 0 && <EmptyPlace of="itemComments" small />}
      {list("open", open)}
      {resolved.length > 0 && (
        <Button
          data-does="toggle"
          size="compact-sm"
          variant="subtle"
          color="gray"
          c="dimmed"
          className="comments-toggle"
          aria-expanded={showsResolved}
          onClick={() => setShown(!showsResolved)}
        >
          {showsResolved ? words.hideResolved : words.showResolved(resolved.length)}
        </Button>
      )}
      {showsResolved && list("resolved", resolved)}
      {mayWrite && <CommentForm projectId={projectId} item={item} />}
    </section>
  );
}
