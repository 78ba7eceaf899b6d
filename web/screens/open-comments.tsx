import { Button, Container, Group, SegmentedControl, Text, Title } from "@mantine/core";
import { IconMessage, IconMessageCheck } from "@tabler/icons-react";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import type { ListedComment } from "../../contract/comments.ts";
import { commentLists } from "../../contract/constants.ts";
import { useSession } from "../access/session.ts";
import { useRights } from "../access/use-rights.ts";
import { type CommentsSearch, commentHash } from "../catalog/addresses.ts";
import { nodeKey } from "../catalog/tree.ts";
import { BranchChoice } from "../comments/branch-choice.tsx";
import { CommentText } from "../comments/comment-text.tsx";
import { setResolved, useComments } from "../comments/comments-data.ts";
import { useLive } from "../live/use-live.ts";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { PageTitle } from "../projects/page-title.tsx";
import { EmptyPlace } from "../widgets/empty-place.tsx";
import { ButtonLink, TextLink } from "../widgets/links.tsx";
import { ListLine } from "../widgets/list-line.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import { LoadFailed } from "../widgets/states.tsx";
import { inPlaceOf, useFocusNext } from "../widgets/use-focus-next.ts";

const route = getRouteApi("/projects/$projectId/comments");

/** The comments of the whole project that are still open, or those that are resolved. */
export default function OpenComments() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate();
  const { data: session } = useSession();
  useLive(projectId, undefined);
  const show = (next: CommentsSearch) =>
    void navigate({ to: "/projects/$projectId/comments", params: { projectId }, search: next });
  const { state, only, branch } = search;
  const words = useLater().comments;
  return (
    <div className="page-scroll">
      <PageTitle of={words.title} />
      <Container size={780} className="page">
        <Title>{words.title}</Title>
        <Text c="dimmed">{words.subtitle}</Text>
        <Group my="md" gap="sm">
          <SegmentedControl
            aria-label={words.title}
            value={state ?? "open"}
            onChange={(next) => {
              const others = { ...(only && { only }), ...(branch && { branch }) };
              show(next === "resolved" ? { ...others, state: next } : others);
            }}
            data={(["open", "resolved"] as const).map((value) => ({ value, label: words.states[value] }))}
          />
          {session?.who && (
            <SegmentedControl
              aria-label={words.which}
              value={only ?? "all"}
              onChange={(next) => {
                const { only: _, ...others } = search;
                const chosen = commentLists.find((one) => one === next);
                show(chosen ? { ...others, only: chosen } : others);
              }}
              data={(["all", "mentioning", "mine"] as const).map((value) => ({ value, label: words.only[value] }))}
            />
          )}
          <BranchChoice
            projectId={projectId}
            branch={branch}
            choose={(next) => {
              const { branch: _, ...others } = search;
              show(next ? { ...others, branch: next } : others);
            }}
          />
        </Group>
        <CommentsList projectId={projectId} search={search} />
      </Container>
    </div>
  );
}

function CommentsList({ projectId, search }: { projectId: string; search: CommentsSearch }) {
  const t = useText();
  const words = useLater().comments;
  const whole = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(whole);
  const { comments, error, refetch, hasNextPage, fetchNextPage } = useComments(projectId, search);
  if (error && !comments) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (!comments) return <Skeleton shape="lines" count={6} />;
  const isOpen = search.state === undefined;
  return (
    <div ref={whole} tabIndex={-1} data-list="comments">
      {comments.length === 0 && !hasNextPage && (
        <EmptyPlace of={isOpen ? "comments" : "resolvedComments"}>
          <ButtonLink
            variant="default"
            to={isOpen ? "/projects/$projectId" : "/projects/$projectId/comments"}
            params={{ projectId }}
            search={{}}
          >
            {isOpen ? t.actions.goCatalog : words.showOpen}
          </ButtonLink>
        </EmptyPlace>
      )}
      <ol aria-label={words.title}>
        {comments.map((listed, at) => (
          <CommentLine
            key={listed.comment.id}
            projectId={projectId}
            listed={listed}
            leaving={() => focusNext(`li${inPlaceOf(at, comments.length)} button`)}
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="subtle" size="xs" onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </div>
  );
}

type LineProps = { projectId: string; listed: ListedComment; leaving(): void };

function CommentLine({ projectId, listed, leaving }: LineProps) {
  const words = useLater().comments;
  const language = useStore(languageStore);
  const { itemId, itemName, path, comment, resolved, mentions } = listed;
  const leaf = path.at(-1)?.id ?? "";
  const mayResolve = useRights(projectId).edit(nodeKey("subcategory", leaf));
  const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const label = resolved ? words.reopen : words.resolve;
  return (
    <ListLine
      icon={resolved ? <IconMessageCheck size={15} /> : <IconMessage size={15} />}
      color={resolved ? "good" : "gray"}
      actions={
        mayResolve && (
          <Button
            size="compact-sm"
            flex="none"
            variant="default"
            aria-label={`${label}: ${comment.text}`}
            onClick={() => {
              leaving();
              setResolved(projectId, { id: itemId, name: itemName }, comment.id, resolved === null);
            }}
          >
            {label}
          </Button>
        )
      }
    >
      <Text size="sm" className="breaks">
        <TextLink
          fw={500}
          c="inherit"
          to="/projects/$projectId"
          params={{ projectId }}
          search={{ subcategory: leaf, item: itemId }}
          hash={commentHash(comment.id)}
        >
          {itemName}
        </TextLink>{" "}
        <Text span inherit c="dimmed">
          {path.map(({ name }) => name).join(" › ")}
        </Text>
      </Text>
      <p className="as-written">
        <CommentText text={comment.text} mentions={mentions} />
      </p>
      <Text size="xs" c="dimmed">
        {comment.author || words.anonymous}, {when.format(new Date(comment.createdAt))}
        {resolved &&
          ` · ${words.resolvedBy(resolved.by === "anonymous" ? words.anonymous : resolved.by, when.format(new Date(resolved.at)))}`}
      </Text>
    </ListLine>
  );
}
