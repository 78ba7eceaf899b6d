import { Button, Popover } from "@mantine/core";
import { IconChevronDown, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useShownName } from "../catalog/catalog-language.ts";
import { nodeById, type TreeNode } from "../catalog/tree.ts";
import { useTree } from "../catalog/tree-data.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { NodePicker } from "../tree/node-picker.tsx";

const anywhere = () => undefined;

type Props = { projectId: string; branch: string | undefined; choose(branch: string | undefined): void };

/** The branch whose comments are listed. */
export function BranchChoice({ projectId, branch, choose }: Props) {
  const words = useLater().comments;
  const { data: tree } = useTree(projectId);
  const [opened, setOpened] = useState(false);
  const shownName = useShownName();
  if (!tree) return null;
  const node: TreeNode | undefined = branch === undefined ? undefined : nodeById(tree, branch);
  const take = (next: string | undefined) => {
    setOpened(false);
    choose(next);
  };
  return (
    <Popover position="bottom-start" width={340} opened={opened} onChange={setOpened} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="sm"
          h={34}
          variant="default"
          fw={400}
          rightSection={<IconChevronDown size={14} />}
          data-tip={words.chooseBranch}
          onClick={() => setOpened(!opened)}
        >
          {branch === undefined ? words.everywhere : node ? shownName(node) : branch}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <NodePicker tree={tree} refusal={anywhere} start={node?.key} take={({ id }) => take(id)} />
        {branch !== undefined && (
          <Button
            size="compact-sm"
            mt="xs"
            variant="subtle"
            leftSection={<IconX size={14} />}
            onClick={() => take(undefined)}
          >
            {words.everywhere}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
