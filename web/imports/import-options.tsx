import { Button, Group, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useMemo, useState } from "react";
import type { ImportOptions } from "../../contract/imports.ts";
import type { Rights } from "../access/rights.ts";
import { useRights } from "../access/use-rights.ts";
import { type NodeKey, nodeKey, pathTo, type Tree, type TreeNode } from "../catalog/tree.ts";
import { useTree } from "../catalog/tree-data.ts";
import { itemsRefusal } from "../items/items-refused.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { NodePicker } from "../tree/node-picker.tsx";
import { Choice } from "../widgets/choice.tsx";
import { DialogFoot, DialogFrame } from "../widgets/dialog-frame.tsx";

/** A change of the options; what is undefined is left out. */
export type OptionChange = { [Name in keyof ImportOptions]?: ImportOptions[Name] | undefined };

type Props = { projectId: string; options: ImportOptions; change(options: OptionChange): void };

const usualMark = "—";

export function OptionFields({ projectId, options, change }: Props) {
  const { imports: words } = useLater();
  return (
    <Stack gap="md" mt="md">
      <PlaceField projectId={projectId} options={options} change={change} />
      <Switch
        label={words.options.hideNew}
        description={words.options.hideNewHint}
        checked={options.hideNew === true}
        onChange={(event) => change({ hideNew: event.currentTarget.checked || undefined })}
      />
      <Switch
        label={words.options.match}
        description={words.options.matchHint}
        checked={options.match === "name"}
        onChange={(event) => change({ match: event.currentTarget.checked ? "name" : undefined })}
      />
      <Switch
        label={words.options.create}
        description={words.options.createHint}
        checked={options.createSubcategories === true}
        onChange={(event) => change({ createSubcategories: event.currentTarget.checked || undefined })}
      />
      <Switch
        label={words.options.pictures}
        description={words.options.picturesHint}
        checked={options.fetchPictures === true}
        onChange={(event) => change({ fetchPictures: event.currentTarget.checked || undefined })}
      />
      <details className="import-more">
        <summary>{words.options.more}</summary>
        <Group gap="md" mt="sm" align="flex-start">
          <TextInput
            label={words.options.clearMark}
            maxLength={20}
            placeholder={usualMark}
            value={options.clearMark ?? ""}
            onChange={(event) => change({ clearMark: event.currentTarget.value || undefined })}
          />
          <Choice<"." | "," | "">
            label={words.options.decimal}
            value={options.decimal ?? ""}
            choose={(decimal) => change({ decimal: decimal || undefined })}
            options={[
              { value: "", label: words.options.decimalAny },
              { value: ".", label: words.options.point },
              { value: ",", label: words.options.comma },
            ]}
          />
        </Group>
      </details>
    </Stack>
  );
}

/** The subcategory of new items whose rows name none. */
function PlaceField({ projectId, options: { subcategoryId }, change }: Props) {
  const { imports: words } = useLater();
  const { data: tree } = useTree(projectId);
  const rights = useRights(projectId);
  const [open, setOpen] = useState(false);
  const key = subcategoryId === undefined ? undefined : nodeKey("subcategory", subcategoryId);
  const path = key && tree?.nodes.has(key) ? pathTo(tree, key).map(({ name }) => name) : undefined;
  return (
    <div>
      <Text size="sm" fw={500}>
        {words.options.place}
      </Text>
      <Group gap="xs" mt={4}>
        <Text size="sm" className="breaks" {...(!subcategoryId && { c: "dimmed" })}>
          {path?.join(" / ") ?? subcategoryId ?? words.options.noPlace}
        </Text>
        <Button size="compact-sm" variant="default" disabled={!tree} onClick={() => setOpen(true)}>
          {words.options.choosePlace}
        </Button>
      </Group>
      {open && tree && (
        <PlaceDialog
          tree={tree}
          rights={rights}
          given={key}
          close={() => setOpen(false)}
          take={(node) => {
            setOpen(false);
            change({ subcategoryId: node?.id });
          }}
        />
      )}
    </div>
  );
}

type DialogProps = {
  tree: Tree;
  rights: Rights;
  given: NodeKey | undefined;
  close(): void;
  take(node: TreeNode | undefined): void;
};

function PlaceDialog({ tree, rights, given, close, take }: DialogProps) {
  const { imports: words } = useLater();
  const places = useLater().places;
  const [chosen, choose] = useState(given);
  const refusal = useMemo(() => itemsRefusal(places, undefined, rights), [places, rights]);
  const node = chosen && tree.nodes.get(chosen);
  return (
    <DialogFrame close={close} title={words.options.placeTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (node) take(node);
        }}
      >
        <NodePicker tree={tree} refusal={refusal} start={given} choose={choose} hint={places.leafOnly} />
        <DialogFoot
          cancel={close}
          aside={
            given && (
              <Button variant="default" mr="auto" onClick={() => take(undefined)}>
                {words.options.leavePlace}
              </Button>
            )
          }
        >
          <Button type="submit" disabled={!node}>
            {words.options.take}
          </Button>
        </DialogFoot>
      </form>
    </DialogFrame>
  );
}
