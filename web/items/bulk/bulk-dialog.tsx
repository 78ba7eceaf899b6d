import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { CatalogError } from "../../../contract/client.ts";
import { countOf, type Picked } from "../../catalog/picked.ts";
import { useLater } from "../../platform/i18n/later-words.ts";
import { ActProgress } from "../../widgets/act-progress.tsx";
import { DialogFoot, DialogFrame } from "../../widgets/dialog-frame.tsx";
import { editItems } from "../item-commands.ts";
import { bulkFields, changeOf, isFaulty, isRepeatable, type BulkLine as Line } from "./bulk-change.ts";
import { BulkLacks } from "./bulk-lacks.tsx";
import { BulkLine } from "./bulk-line.tsx";
import { BulkPreview } from "./bulk-preview.tsx";
import { useBulkPreview } from "./use-bulk-preview.ts";
import { useRun } from "./use-run.ts";

type Props = { projectId: string; picked: Picked; close(): void };

/** Changes many items at once, and shows what changes before it does. */
export default function BulkDialog({ projectId, picked, close }: Props) {
  const { bulk } = useLater();
  const [lines, setLines] = useState<Line[]>([{ key: 0, field: "discount" }]);
  const faulty = isFaulty(lines);
  const change = useMemo(() => changeOf(lines), [lines]);
  const preview = useBulkPreview(picked, change);
  const { act, run } = useRun(close, preview.again);
  const taken = lines.map(({ field }) => field);
  const free = bulkFields.find((field) => isRepeatable(field) || !taken.includes(field));
  const { done, error, fresh, whole } = preview;
  // Without the network nobody knows what changes; it is sent when the network is back.
  const refused = error instanceof CatalogError;
  const matched = done?.matched ?? countOf(picked);
  const count = whole && done ? done.changed : matched;
  const ready = change !== undefined && !faulty && fresh && !refused && count > 0;
  const apply = () => {
    if (!ready) return;
    const all = "ids" in picked ? picked : { ...picked, count: matched };
    void run((started) => editItems(projectId, all, change, count, started));
  };
  const setLine = (at: number, line: Line) => setLines((now) => now.with(at, line));
  return (
    <DialogFrame
      close={close}
      size="lg"
      title={"ids" in picked ? bulk.title(picked.ids.length) : bulk.titleMatching(picked.count)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        {lines.map((line, at) => (
          <BulkLine
            key={line.key}
            projectId={projectId}
            line={line}
            taken={taken}
            change={(next) => setLine(at, next)}
            remove={lines.length > 1 ? () => setLines((now) => now.filter((_, other) => other !== at)) : undefined}
          />
        ))}
        {free && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() =>
              setLines((now) => [...now, { key: Math.max(...now.map(({ key }) => key)) + 1, field: free }])
            }
          >
            {bulk.addField}
          </Button>
        )}
        <BulkPreview preview={preview} empty={change === undefined} />
        {change?.data?.visible === true && <BulkLacks picked={picked} />}
        {act && <ActProgress id={act} label={bulk.apply(count)} />}
        <DialogFoot cancel={close}>
          <Button type="submit" disabled={!ready} loading={act !== undefined}>
            {bulk.apply(count)}
          </Button>
        </DialogFoot>
      </form>
    </DialogFrame>
  );
}
