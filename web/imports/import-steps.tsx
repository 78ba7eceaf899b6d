import { Text, Title } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { ImportSearch } from "../catalog/addresses.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { TextLink } from "../widgets/links.tsx";

const steps = ["file", "columns", "check", "done"] as const;
export type Step = (typeof steps)[number];

type Props = {
  projectId: string;
  step: Step;
  /** Where a step can be returned to. */
  ways: Partial<Record<Step, ImportSearch>>;
};

/** The four steps, with links to those that can be returned to. */
export function ImportSteps({ projectId, step, ways }: Props) {
  const { imports: words } = useLater();
  const now = steps.indexOf(step);
  return (
    <nav aria-label={words.stepsLabel}>
      <ol className="import-steps">
        {steps.map((one, at) => {
          const search = one === step ? undefined : ways[one];
          return (
            <li key={one} data-state={at < now ? "past" : at === now ? "now" : "next"}>
              <span className="import-step-mark" aria-hidden>
                {at < now ? <IconCheck size={14} /> : at + 1}
              </span>
              {search ? (
                <TextLink c="inherit" size="sm" to="/projects/$projectId/import" params={{ projectId }} search={search}>
                  {words.steps[one]}
                </TextLink>
              ) : (
                <Text span size="sm" {...(at === now && { fw: 600, "aria-current": "step" as const })}>
                  {words.steps[one]}
                </Text>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The heading of a step. */
export const StepTitle = ({ children }: { children: ReactNode }) => (
  <Title order={2} tabIndex={-1} className="import-title">
    {children}
  </Title>
);

/** The keyboard goes to the heading of a new step, and of a new state if what had it is gone. */
export function useStepFocus(step: Step | undefined, state: string | undefined) {
  const before = useRef<{ step: Step; state: string | undefined }>(undefined);
  useEffect(() => {
    if (step === undefined) return;
    const was = before.current;
    before.current = { step, state };
    const isNew = was !== undefined && was.step !== step;
    const isLost = was !== undefined && was.state !== state && document.activeElement === document.body;
    if (isNew || isLost) document.querySelector<HTMLElement>(".import-title")?.focus({ preventScroll: !isNew });
  }, [step, state]);
}
