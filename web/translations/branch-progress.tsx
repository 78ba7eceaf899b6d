import { IconArrowLeft } from "@tabler/icons-react";
import type { TranslationProgress } from "../../contract/overview.ts";
import { useText } from "../i18n/i18n.ts";
import { shareOf } from "./board-data.ts";

type Props = {
  progress: TranslationProgress;
  language: string;
  choose(branch: string | undefined): void;
};

/** The progress of each branch, with a link to it. */
export function BranchProgress({ progress, language, choose }: Props) {
  const t = useText();
  const { path, branches } = progress;
  const here = path.at(-1);
  const above = path.at(-2);
  return (
    <nav className="board-branches" aria-label={t.translations.branches}>
      {here && (
        <button type="button" className="board-up" onClick={() => choose(above?.id)}>
          <IconArrowLeft size={15} aria-hidden />
          {above?.name ?? t.translations.whole}
        </button>
      )}
      <Branch name={here?.name ?? t.translations.whole} share={shareOf(progress, language)} current />
      {branches.map((branch) => (
        <Branch key={branch.id} name={branch.name} share={shareOf(branch, language)} open={() => choose(branch.id)} />
      ))}
    </nav>
  );
}

type BranchProps = { name: string; share: { done: number; of: number }; current?: boolean; open?(): void };

function Branch({ name, share: { done, of }, current, open }: BranchProps) {
  const t = useText();
  return (
    <button
      type="button"
      className="board-branch"
      aria-current={current || undefined}
      disabled={current}
      onClick={open}
    >
      <span className="board-branch-name">{name}</span>
      <span className="quiet">{of === done ? t.translations.done : t.translations.left(of - done)}</span>
      <span className="board-bar" aria-hidden>
        <span style={{ width: `${of === 0 ? 100 : (100 * done) / of}%` }} />
      </span>
    </button>
  );
}
