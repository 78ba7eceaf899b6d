import { Group, SegmentedControl, Text, Title } from "@mantine/core";
import { IconLanguage } from "@tabler/icons-react";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { translationStates } from "../../contract/constants.ts";
import { useRights } from "../access/use-rights.ts";
import type { BoardSearch } from "../addresses.ts";
import { useLive } from "../changes/use-live.ts";
import { LanguageTabs, useContentLanguage } from "../components/language-tabs.tsx";
import { PageTitle } from "../components/page-title.tsx";
import { Empty, Lines, LoadFailed } from "../components/states.tsx";
import { useText } from "../i18n/i18n.ts";
import { shareOf, useProgress, useTexts, type Wanted } from "../translations/board-data.ts";
import { BoardRows } from "../translations/board-rows.tsx";
import { BranchProgress } from "../translations/branch-progress.tsx";

const boardRoute = getRouteApi("/projects/$projectId/translations");

/** Every text of the catalog beside its translation, with the progress of each branch. */
export function TranslationsBoard() {
  const t = useText();
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
  const go = (next: BoardSearch) =>
    void navigate({ to: "/projects/$projectId/translations", params: { projectId }, search: next });
  return (
    <div className="board">
      <PageTitle of={t.translations.boardTitle} />
      <div className="board-head">
        <Title>{t.translations.boardTitle}</Title>
        <Text c="dimmed">{t.translations.boardSubtitle}</Text>
        <Group justify="space-between" mt="md">
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
          <SegmentedControl
            aria-label={t.translations.show}
            value={state}
            data={translationStates.map((value) => ({ value, label: t.translations.states[value] }))}
            onChange={(next) => go({ ...search, state: next })}
          />
        </Group>
      </div>
      <div className="board-body">
        {progress.data && (
          <BranchProgress
            progress={progress.data}
            language={language}
            choose={(branch) => {
              const { branch: _, ...rest } = search;
              go(branch ? { ...rest, branch } : rest);
            }}
          />
        )}
        <Texts
          wanted={{ projectId, language, state, branch: search.branch }}
          nothing={progress.data?.texts === 0 || state === "all"}
        />
      </div>
    </div>
  );
}

/** `nothing`: where none are listed, there is nothing to translate at all. */
function Texts({ wanted, nothing }: { wanted: Wanted; nothing: boolean }) {
  const t = useText();
  const texts = useTexts(wanted);
  if (texts.isError && !texts.data) return <LoadFailed error={texts.error} retry={() => void texts.refetch()} />;
  if (!texts.data) return <Lines count={12} height={58} />;
  if (texts.data.rows.length === 0) {
    return (
      <Empty
        icon={<IconLanguage />}
        title={nothing ? t.translations.noTexts : t.translations.noneMissing}
        hint={nothing ? t.translations.noTextsHint : t.translations.noneMissingHint}
      />
    );
  }
  const more = texts.hasNextPage && !texts.isFetching ? () => void texts.fetchNextPage() : undefined;
  return (
    <div className="board-list">
      <Text size="xs" c="dimmed" px="sm" py={6} role="status">
        {t.translations.entries(texts.data.total)}
      </Text>
      <BoardRows projectId={wanted.projectId} rows={texts.data.rows} language={wanted.language} more={more} />
    </div>
  );
}
