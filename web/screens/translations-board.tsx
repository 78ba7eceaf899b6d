import { Button, SegmentedControl, Text, Title, useMatches } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type RefObject, useRef, useState } from "react";
import { translationStates } from "../../contract/constants.ts";
import type { TranslationProgress } from "../../contract/search.ts";
import { useRights } from "../access/use-rights.ts";
import { keysOf } from "../actions/key-names.ts";
import type { BoardSearch } from "../catalog/addresses.ts";
import { useLive } from "../live/use-live.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { PageTitle } from "../projects/page-title.tsx";
import { countIn, shareOf, useProgress, useTexts, type Wanted } from "../translations/board-data.ts";
import { BoardRows } from "../translations/board-rows.tsx";
import { BranchProgress, BranchSelect } from "../translations/branch-progress.tsx";
import { useContentLanguage } from "../translations/content-language.ts";
import { LanguageTabs } from "../translations/language-tabs.tsx";
import type { EmptyKind } from "../widgets/empty-contents.tsx";
import { EmptyPlace } from "../widgets/empty-place.tsx";
import { ButtonLink } from "../widgets/links.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import { LoadFailed } from "../widgets/states.tsx";

const boardRoute = getRouteApi("/projects/$projectId/translations");

/** Every text of the catalog beside its translation, with the progress of each branch. */
export function TranslationsBoard() {
  const { board } = useLater();
  const { projectId } = boardRoute.useParams();
  const search = boardRoute.useSearch();
  const navigate = useNavigate();
  const rights = useRights(projectId);
  useLive(projectId, undefined);
  const progress = useProgress(projectId, search.branch);
  const used = progress.data?.languages.map(({ language }) => language) ?? [];
  const [last, setLast] = useContentLanguage(projectId);
  const language = search.lang ?? last;
  const state = search.state ?? "todo";
  const isNarrow = useMatches({ base: true, sm: false }, { getInitialValueInEffect: false });
  const page = useRef<HTMLDivElement>(null);
  const begins = useBeginning();
  const go = (next: BoardSearch) =>
    void navigate({ to: "/projects/$projectId/translations", params: { projectId }, search: next });
  const Branches = isNarrow ? BranchSelect : BranchProgress;
  return (
    <div className="board" ref={page}>
      <PageTitle of={board.title} />
      <div className="board-head">
        <Title>{board.title}</Title>
        <Text c="dimmed">{board.subtitle}</Text>
        <div className="board-languages">
          <LanguageTabs
            languages={used}
            rights={rights}
            language={language}
            choose={(lang) => {
              setLast(lang);
              go({ ...search, lang });
            }}
            share={progress.data && ((code) => shareOf(progress.data, code))}
          />
        </div>
        <SegmentedControl
          className="board-states"
          aria-label={board.show}
          value={state}
          data={translationStates.map((value) => ({ value, label: board.states[value] }))}
          onChange={(next) => go({ ...search, state: next })}
        />
      </div>
      <div className="board-body">
        {progress.data ? (
          <Branches
            progress={progress.data}
            language={language}
            choose={(branch) => {
              const { branch: _, ...rest } = search;
              go(branch ? { ...rest, branch } : rest);
            }}
          />
        ) : (
          <div className="board-branches">
            <Skeleton shape="meters" count={isNarrow ? 1 : 6} />
          </div>
        )}
        <Texts
          wanted={{ projectId, language, state, branch: search.branch }}
          progress={progress.data}
          page={isNarrow ? page : undefined}
          begins={begins}
          showAll={() => go({ ...search, state: "all" })}
        />
      </div>
    </div>
  );
}

/**
 * Whether the first text may take the focus: the person has come to the board and has done nothing else since. Not where
 * that would open a keyboard on the screen.
 */
function useBeginning(): () => boolean {
  const [focused] = useState(() => document.activeElement);
  const [begun] = useState({ is: false });
  return () => {
    const now = document.activeElement;
    const idle = now === document.body || (now === focused && !now?.closest("[role=dialog]"));
    const may = !begun.is && matchMedia("(hover: hover)").matches && idle;
    begun.is = true;
    return may;
  };
}

type TextsProps = {
  wanted: Wanted;
  progress: TranslationProgress | undefined;
  page: RefObject<HTMLElement | null> | undefined;
  begins(): boolean;
  showAll(): void;
};

const emptyKinds: Record<Wanted["state"], EmptyKind> = {
  todo: "translated",
  missing: "noneMissing",
  stale: "noneStale",
  all: "texts",
};

function Texts({ wanted, progress, page, begins, showAll }: TextsProps) {
  const t = useText();
  const { board, empty } = useLater();
  const { projectId, language, state } = wanted;
  const texts = useTexts(wanted);
  const [ended, setEnded] = useState(false);
  if (texts.isError && !texts.data) return <LoadFailed error={texts.error} retry={() => void texts.refetch()} />;
  if (!texts.data)
    return (
      <div className="board-list">
        <Skeleton shape="texts" count={9} />
      </div>
    );
  const rows = texts.data;
  const left = progress && countIn(progress, language, state);
  if (rows.length === 0) {
    const none = progress?.texts === 0 ? "all" : state;
    return (
      <EmptyPlace of={emptyKinds[none]}>
        {none === "all" ? (
          <ButtonLink to="/projects/$projectId" params={{ projectId }} search={{}}>
            {t.actions.goCatalog}
          </ButtonLink>
        ) : (
          <Button variant="default" onClick={showAll}>
            {board.showAll}
          </Button>
        )}
      </EmptyPlace>
    );
  }
  const more = texts.hasNextPage && !texts.isFetching ? () => void texts.fetchNextPage() : undefined;
  return (
    <div className="board-list">
      <div className="board-count">
        <Text size="xs" c="dimmed" role="status">
          {left === 0 && state === "todo" ? empty.translated.title : left !== undefined && board.counts[state](left)}
          {texts.hasNextPage && ` · ${board.shown(rows.length)}`}
          {ended && ` · ${board.end}`}
        </Text>
        <Text size="xs" c="dimmed" className="board-hint">
          {board.hint([...keysOf("shift"), "Enter"].join(" "), keysOf("alt+c").join(" "))}
        </Text>
      </div>
      <BoardRows
        projectId={projectId}
        rows={rows}
        language={language}
        page={page}
        hasMore={texts.hasNextPage}
        more={more}
        begins={begins}
        atEnd={() => setEnded(true)}
      />
    </div>
  );
}
