import { Button, Group, Progress, Text } from "@mantine/core";
import { useText } from "../platform/i18n/i18n.ts";
import { progressOf } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { useActs } from "../saving/use-field.ts";

/** The progress of an act of several requests, with a button that stops it. Of one, the pressed button tells enough. */
export function ActProgress({ id, label }: { id: string; label: string }) {
  const t = useText();
  const act = useActs().find((one) => one.id === id);
  if (!act) return null;
  const { title } = act;
  const { done, of } = progressOf(act);
  if (of === 1) return null;
  const share = done / of;
  return (
    <Group gap="sm" mt="sm" wrap="nowrap">
      <Progress flex={1} aria-label={label} value={100 * share} transitionDuration={120} />
      <Text size="sm" c="dimmed">
        {t.saving.progress(Math.round(share * (title.count ?? 0)), title.count ?? 0)}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        disabled={act.cancelled ?? false}
        onClick={() => saving.cancelAct(act)}
      >
        {t.saving.stop}
      </Button>
    </Group>
  );
}
