import { Alert, List } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { BulkDone } from "../../../contract/bulk.ts";
import type { ItemFilterBody } from "../../../contract/found-items.ts";
import type { Picked } from "../../catalog/picked.ts";
import { api } from "../../platform/api.ts";
import { useLater } from "../../platform/i18n/later-words.ts";
import type { Lack } from "../../platform/i18n/words/en/bulk-en.ts";
import { candidateOf, lacksNow } from "../grid/showing.ts";
import { listedItems } from "../item-pages.ts";
import { lackCounts } from "../lacks.ts";

/** What hidden items lack that a bulk edit is about to show in the shop. */
export function BulkLacks({ picked }: { picked: Picked }) {
  const matching = useQuery({
    queryKey: ["bulk-lacks", picked],
    enabled: "where" in picked,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => countsOf("where" in picked ? picked.where : undefined, signal),
  });
  const { showing: words } = useLater();
  const counts = "ids" in picked ? lackCounts(lackingOf(picked.ids)) : (matching.data ?? []);
  if (counts.length === 0) return null;
  return (
    <Alert mt="md" color="warn" variant="light" icon={<IconAlertTriangle size={18} />} title={words.unfinished}>
      <List size="sm">
        {counts.map(({ lack, count }) => (
          <List.Item key={lack}>{words.counts[lack](count)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function lackingOf(ids: readonly string[]) {
  const listed = listedItems();
  return ids.flatMap((id) => {
    const item = listed.get(id);
    if (!item || item.visible) return [];
    return { lacks: lacksNow(candidateOf(item)) };
  });
}

/** Everything that matches is not loaded: the service counts it. */
async function countsOf(where: ItemFilterBody | undefined, signal: AbortSignal) {
  if (!where || where.visible === true) return [];
  const count = async (lack: Lack, narrower: Partial<ItemFilterBody>) => {
    const body = { where: { ...where, visible: false, ...narrower }, limit: 1, data: { visible: true }, dryRun: true };
    return { lack, count: ((await api.bulkUpdateItems({ body, signal })).data as BulkDone).matched };
  };
  const counts = await Promise.all([
    ...((where.priceMin ?? 0) > 0 ? [] : [count("price", { priceMax: 0 })]),
    ...(where.picture === true ? [] : [count("picture", { picture: false })]),
  ]);
  return counts.filter(({ count }) => count > 0);
}
