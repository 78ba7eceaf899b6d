import { Button, NavLink, Progress, Text } from "@mantine/core";
import { IconArrowLeft, IconCheck } from "@tabler/icons-react";
import type { TranslationProgress } from "../../contract/search.ts";
import { type LaterText, useLater } from "../platform/i18n/later-words.ts";
import { Choice } from "../widgets/choice.tsx";
import { shareOf } from "./board-data.ts";

type Share = { done: number; of: number };
type Props = {
  progress: TranslationProgress;
  language: string;
  choose(branch: string | undefined): void;
};

const wordsOf = ({ board }: LaterText, { done, of }: Share) =>
  of === 0 ? board.nothingYet : of === done ? board.done : board.counts.todo(of - done);

/** The progress of each branch, with a link to it. */
export function BranchProgress({ progress, language, choose }: Props) {
  const { board } = useLater();
  const { path, branches } = progress;
  const here = path.at(-1);
  const above = path.at(-2);
  return (
    <nav className="board-branches" aria-label={board.branches}>
      {here && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={15} />}
          onClick={() => choose(above?.id)}
        >
          {above?.name ?? board.whole}
        </Button>
      )}
      <Branch name={here?.name ?? board.whole} share={shareOf(progress, language)} current />
      {branches.map((branch) => (
        <Branch key={branch.id} name={branch.name} share={shareOf(branch, language)} open={() => choose(branch.id)} />
      ))}
    </nav>
  );
}

/** The same where there is no room for a list. */
export function BranchSelect({ progress, language, choose }: Props) {
  const words = useLater();
  const { board } = words;
  const { path, branches } = progress;
  const here = path.at(-1);
  const option = (id: string, name: string, share?: Share) => ({
    value: id,
    label: share ? `${name} · ${wordsOf(words, share)}` : name,
  });
  const own = shareOf(progress, language);
  return (
    <div className="board-branches">
      <Choice
        aria-label={board.branch}
        value={here?.id ?? ""}
        options={[
          option("", board.whole, here ? undefined : own),
          ...path.map(({ id, name }) => option(id, name, id === here?.id ? own : undefined)),
          ...branches.map((branch) => option(branch.id, `\u2003${branch.name}`, shareOf(branch, language))),
        ]}
        choose={(id) => choose(id || undefined)}
      />
    </div>
  );
}

type BranchProps = { name: string; share: Share; current?: boolean; open?(): void };

function Branch({ name, share, current, open }: BranchProps) {
  const words = useLater();
  const { done, of } = share;
  return (
    <div>
      <NavLink
        component="button"
        type="button"
        className="board-branch"
        px="xs"
        pb={14}
        color="gray"
        active={current ?? false}
        aria-current={current || undefined}
        label={name}
        description={
          <Text component="span" inherit className="board-branch-words">
            {of > 0 && of === done && <IconCheck size={13} aria-hidden />}
            {wordsOf(words, share)}
          </Text>
        }
        onClick={() => open?.()}
      />
      <Progress
        size={3}
        pos="relative"
        color="good"
        mx="xs"
        mt={-10}
        mb={10}
        value={of === 0 ? 0 : (100 * done) / of}
        aria-hidden
      />
    </div>
  );
}
