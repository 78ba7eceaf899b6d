import { IconMessage } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { limits } from "../../contract/limits.ts";
import { api, keys } from "../platform/api.ts";
import { useText } from "../platform/i18n/i18n.ts";

type Batch = { projectId: string; ids: string[]; counts: Promise<Record<string, number>> };

let batch: Batch | undefined;
const gatherMs = 30;

/** The rows of the grid ask one by one, and the service is asked for all of them together. */
async function openCount(projectId: string, itemId: string): Promise<number> {
  if (batch?.projectId !== projectId || batch.ids.length >= limits.countedItems) batch = newBatch(projectId);
  batch.ids.push(itemId);
  return (await batch.counts)[itemId] ?? 0;
}

function newBatch(projectId: string): Batch {
  const ids: string[] = [];
  const ask = async () => {
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    if (batch?.ids === ids) batch = undefined;
    return (await api.countOpenComments({ params: { projectId }, query: { items: ids.join() } })).data.counts;
  };
  return { projectId, ids, counts: ask() };
}

/** How many open comments an item of the grid has; nothing for none. */
export default function OpenMark({ itemId }: { itemId: string }) {
  const t = useText();
  const { projectId = "" } = useParams({ strict: false });
  const { data: count = 0 } = useQuery({
    queryKey: [...keys.comments, "count", itemId],
    queryFn: () => openCount(projectId, itemId),
    enabled: projectId !== "",
  });
  if (count === 0) return null;
  const label = t.item.openComments(count);
  return (
    <span className="open-mark" role="img" aria-label={label} title={label}>
      <IconMessage size={14} aria-hidden />
      {count}
    </span>
  );
}
