import { Button } from "@mantine/core";
import { listOf } from "../../catalog/item-list.ts";
import { useTree } from "../../catalog/tree-data.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { NodePicker } from "../../tree/node-picker.tsx";
import { FilterCount } from "./filter-count.tsx";
import type { Filtering } from "./filtering.ts";
import { useFacet } from "./use-item-counts.ts";

const anywhere = () => undefined;

/** The branch that is listed, with how many items match in each. */
export function PlaceFilter({ projectId, node, filters, setPlace, close }: Filtering & { close(): void }) {
  const t = useText();
  const { data: tree } = useTree(projectId);
  const found = useFacet(listOf(projectId, node, filters), "within");
  const counts = new Map(found?.map(({ value, count }) => [value, count]));
  if (!tree) return null;
  return (
    <>
      <NodePicker
        tree={tree}
        refusal={anywhere}
        start={node?.key}
        take={setPlace}
        note={(one) => <FilterCount count={found && (counts.get(one.id) ?? 0)} />}
      />
      {node && (
        <Button
          size="compact-xs"
          mt="xs"
          variant="subtle"
          onClick={() => {
            close();
            setPlace(undefined);
          }}
        >
          {t.items.searchEverywhere}
        </Button>
      )}
    </>
  );
}
