import { Button, Text } from "@mantine/core";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { HistoryPage } from "../../contract/changes.ts";
import type { HistorySearch } from "../catalog/addresses.ts";
import { useText } from "../platform/i18n/i18n.ts";
import type { RecordRef } from "../saving/edit.ts";
import { EmptyPlace } from "../widgets/empty-place.tsx";
import { ButtonLink } from "../widgets/links.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import { LoadFailed } from "../widgets/states.tsx";
import { HistoryFilters } from "./history-filters.tsx";
import { HistoryList } from "./history-list.tsx";

type Props = {
  history: UseInfiniteQueryResult<InfiniteData<HistoryPage>>;
  filters: HistorySearch;
  setFilters(filters: HistorySearch): void;
  /** The kind of record; absent for a whole project. */
  about?: RecordRef["kind"];
  projectId?: string;
};

/** The changes that match the filters, newest first. */
export function ChangeList({ history, filters, setFilters, about, projectId }: Props) {
  const t = useText();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = history;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  useFirstMatches(history);
  const actors = useActors(entries);
  return (
    <>
      <HistoryFilters value={filters} change={setFilters} actors={actors} {...(about && { about })} />
      {error && !data ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : !data || (entries.length === 0 && hasNextPage) ? (
        <Skeleton shape="lines" count={about ? 3 : 8} />
      ) : entries.length > 0 ? (
        <HistoryList
          entries={entries}
          projectId={projectId}
          more={hasNextPage ? () => void fetchNextPage() : undefined}
          loading={isFetchingNextPage}
        />
      ) : Object.keys(filters).length > 0 ? (
        <NoneMatches clear={() => setFilters({})} />
      ) : (
        <NoneYet small={about !== undefined} projectId={projectId} />
      )}
      {data && !hasNextPage && data.pages.at(-1)?.complete === false && (
        <Text size="sm" c="dimmed">
          {t.history.pruned}
        </Text>
      )}
    </>
  );
}

/** The service looks through a limited number of changes per request; where none matched, the next are requested. */
function useFirstMatches({ data, hasNextPage, isFetchingNextPage, isError, fetchNextPage }: Props["history"]) {
  const foundNone = data !== undefined && data.pages.at(-1)?.entries.length === 0;
  useEffect(() => {
    if (foundNone && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [foundNone, hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
}

/**
 * Who made these changes, and those that were listed before: the first letters of a name, which match nobody, must not
 * take its suggestion away.
 */
function useActors(entries: HistoryPage["entries"]): string[] {
  const actors = useRef(new Set<string>()).current;
  for (const { actor } of entries) if (actor !== "anonymous") actors.add(actor);
  return [...actors];
}

function NoneMatches({ clear }: { clear(): void }) {
  const t = useText();
  return (
    <EmptyPlace of="noChange">
      <Button variant="default" onClick={clear}>
        {t.items.clearFilters}
      </Button>
    </EmptyPlace>
  );
}

function NoneYet({ small, projectId }: { small: boolean; projectId: string | undefined }) {
  const t = useText();
  return (
    <EmptyPlace of="changes" small={small}>
      {projectId && (
        <ButtonLink variant="default" to="/projects/$projectId" params={{ projectId }} search={{}}>
          {t.actions.goCatalog}
        </ButtonLink>
      )}
    </EmptyPlace>
  );
}
