import { Button, NavLink, Progress, Text } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { TranslationProgress } from "../../contract/search.ts";
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
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={15} />}
          onClick={() => choose(above?.id)}
        >
          {above?.name ?? t.translations.whole}
        </Button>
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
    <div>
      <NavLink
        component="button"
        type="button"
        className="board-branch"
        noWrap
        px="xs"
        pb={14}
        active={current ?? false}
        aria-current={current || undefined}
        label={name}
        rightSection={
          <Text size="xs" c="dimmed">
            {of === 0 ? t.translations.nothingYet : of === done ? t.translations.done : t.translations.left(of - done)}
          </Text>
        }
        onClick={() => open?.()}
      />
      <Progress
        size="xs"
        pos="relative"
        mx="xs"
        mt={-10}
        mb={10}
        value={of === 0 ? 0 : (100 * done) / of}
        aria-hidden
      />
    </div>
  );
}
