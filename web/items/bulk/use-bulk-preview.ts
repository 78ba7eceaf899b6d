import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { BulkDone } from "../../../contract/bulk.ts";
import { countOf, firstPart, itemsPerRequest, type Picked } from "../../catalog/picked.ts";
import { api } from "../../platform/api.ts";
import type { BulkChange } from "./bulk-change.ts";

const quietMs = 250;

export type BulkPreview = {
  /** What a dry run of the change did to the first items. */
  done: BulkDone | undefined;
  error: unknown;
  /** `done` and `error` are those of the change that is asked for. */
  fresh: boolean;
  /** `done` is about all items, so that its numbers are those of the whole change. */
  whole: boolean;
  /** Asks again: others have changed what matches. */
  again(): void;
};

/** What a change would do, worked out by the service. `change` is the same object as long as nothing is typed. */
export function useBulkPreview(picked: Picked, change: BulkChange | undefined): BulkPreview {
  const [asked] = useDebouncedValue(change, quietMs);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: ["bulk-preview", picked, asked],
    enabled: asked !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    networkMode: "always",
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const body = { ...firstPart(picked), ...asked, dryRun: true };
      return (await api.bulkUpdateItems({ body, signal })).data as BulkDone;
    },
  });
  return {
    done: change && !error ? data : undefined,
    error,
    fresh: asked === change && !isFetching && !isPlaceholderData,
    whole: (data?.matched ?? countOf(picked)) <= itemsPerRequest,
    again: () => void refetch(),
  };
}
