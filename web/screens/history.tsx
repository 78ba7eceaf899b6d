import { Button, Container, SegmentedControl, Text, Title } from "@mantine/core";
import { IconRestore, IconTrash } from "@tabler/icons-react";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { TrashEntry } from "../../contract/changes.ts";
import { useSession } from "../access/session.ts";
import { useRights } from "../access/use-rights.ts";
import type { HistorySearch } from "../catalog/addresses.ts";
import { ChangeList } from "../history/change-list.tsx";
import { useProjectHistory, useTrash } from "../history/history-data.ts";
import { mayRestore } from "../history/may-undo.ts";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { useStore } from "../platform/store.ts";
import { PageTitle } from "../projects/page-title.tsx";
import { undoing } from "../undo/undoing.ts";
import { EmptyPlace } from "../widgets/empty-place.tsx";
import { ButtonLink } from "../widgets/links.tsx";
import { ListLine } from "../widgets/list-line.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import { LoadFailed } from "../widgets/states.tsx";

const route = getRouteApi("/projects/$projectId/history");

export function History() {
  const t = useText();
  const { projectId } = route.useParams();
  const { trash, ...filters } = route.useSearch();
  const navigate = useNavigate();
  const { writes } = useRights(projectId);
  const show = (search: HistorySearch & { trash?: true }, replace = false) =>
    void navigate({ to: "/projects/$projectId/history", params: { projectId }, search, replace });
  return (
    <div className="page-scroll">
      <PageTitle of={t.sections.history} />
      <Container size={780} className="page">
        <Title>{t.sections.history}</Title>
        <Text c="dimmed">{writes ? t.history.subtitle : t.history.subtitleViewOnly}</Text>
        <div>
          <SegmentedControl
            my="md"
            aria-label={t.sections.history}
            value={trash ? "trash" : "all"}
            onChange={(shown) => show(shown === "trash" ? { trash: true } : {})}
            data={[
              { value: "all", label: t.history.all },
              { value: "trash", label: t.history.trash },
            ]}
          />
        </div>
        {trash ? (
          <Trash projectId={projectId} />
        ) : (
          <Changes projectId={projectId} filters={filters} setFilters={(next) => show(next, true)} />
        )}
      </Container>
    </div>
  );
}

type ChangesProps = { projectId: string; filters: HistorySearch; setFilters(filters: HistorySearch): void };

function Changes({ projectId, filters, setFilters }: ChangesProps) {
  const history = useProjectHistory(projectId, filters);
  // It remembers who made changes, which another project must not suggest.
  return (
    <ChangeList key={projectId} history={history} filters={filters} setFilters={setFilters} projectId={projectId} />
  );
}

/** What one request or one act deleted is restored together, so it is one line. */
function together(entries: TrashEntry[]): TrashEntry[][] {
  const groups = Map.groupBy(entries, (entry) => entry.changeSetId);
  return [...groups.values()];
}

function Trash({ projectId }: { projectId: string }) {
  const t = useText();
  const { data, error, refetch, hasNextPage, fetchNextPage } = useTrash(projectId);
  const person = { rights: useRights(projectId), name: useSession().data?.who?.name };
  if (error && !data) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton shape="lines" count={6} />;
  const entries = data.pages.flatMap((page) => page.entries);
  if (entries.length === 0)
    return (
      <EmptyPlace of="trash">
        <ButtonLink variant="default" to="/projects/$projectId/history" params={{ projectId }} search={{}}>
          {t.history.all}
        </ButtonLink>
      </EmptyPlace>
    );
  return (
    <>
      <ol>
        {together(entries).map((group) => (
          <TrashLine
            key={group[0]?.changeSetId}
            projectId={projectId}
            group={group}
            restorable={mayRestore(person, group)}
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="subtle" size="xs" onClick={() => void fetchNextPage()}>
          {t.history.more}
        </Button>
      )}
    </>
  );
}

const shownNames = 3;

type TrashProps = { projectId: string; group: TrashEntry[]; restorable: boolean };

function TrashLine({ projectId, group, restorable }: TrashProps) {
  const t = useText();
  const language = useStore(languageStore);
  const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const [entry] = group;
  if (!entry) return null;
  const more = group.length - shownNames;
  const name =
    group
      .slice(0, shownNames)
      .map((one) => one.name)
      .join(", ") + (more > 0 ? `, … +${more}` : "");
  const below = [
    entry.subcategories > 0 ? t.counts.subcategories(entry.subcategories) : "",
    entry.items > 0 ? t.counts.items(entry.items) : "",
  ].filter(Boolean);
  return (
    <ListLine
      icon={<IconTrash size={15} />}
      color="red"
      actions={
        restorable && (
          <Button
            size="compact-sm"
            flex="none"
            variant="default"
            leftSection={<IconRestore size={14} />}
            aria-label={`${t.history.restore}: ${name}`}
            onClick={() => undoing.earlier(projectId, entry.changeSetId, { what: "restore", name })}
          >
            {t.history.restore}
          </Button>
        )
      }
    >
      <p className="breaks">
        <Text span fw={500}>
          {name}
        </Text>
        {below.length > 0 && (
          <Text span size="sm" c="dimmed">
            {" "}
            · {below.join(", ")}
          </Text>
        )}
      </p>
      <Text size="sm" c="dimmed">
        {entry.actor === "anonymous" ? t.history.someone : entry.actor}, {when.format(new Date(entry.deletedAt))} ·{" "}
        {t.history.until(day.format(new Date(entry.restorableUntil)))}
      </Text>
    </ListLine>
  );
}
