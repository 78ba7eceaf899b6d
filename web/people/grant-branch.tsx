import { Button, Input, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useId } from "react";
import { useFault } from "../access/form-faults.ts";
import { nodeById, pathTo } from "../catalog/tree.ts";
import { useTree } from "../catalog/tree-data.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { NodePicker } from "../tree/node-picker.tsx";

type Props = {
  project: string;
  pointer: string;
  /** The id of the branch; "" for the whole project. */
  value: string;
  change(value: string): void;
  /** One tree is open at a time: the choices in it share a name in the form. */
  opened: boolean;
  setOpened(opened: boolean): void;
};

const never = () => undefined;

/** The branch of its project that a right is for, picked from the tree. */
export function GrantBranch({ project, pointer, value, change, opened, setOpened }: Props) {
  const { people: words } = useLater();
  const id = useId();
  const { error } = useFault(pointer, { not_allowed: words.branchGone });
  const { data: tree } = useTree(project);
  const node = value && tree ? nodeById(tree, value) : undefined;
  const path = tree && node ? pathTo(tree, node.key).map((above) => above.name) : [value];
  return (
    <>
      <Input.Wrapper label={words.branch} id={id} error={error}>
        <Input
          component="button"
          type="button"
          id={id}
          pointer
          aria-expanded={opened}
          error={error !== undefined}
          rightSection={<IconChevronDown size={15} />}
          onClick={() => setOpened(!opened)}
        >
          <Text span inherit display="block" ta="left" className="truncate-start">
            <bdi>{value ? path.join(" / ") : words.wholeProject}</bdi>
          </Text>
        </Input>
      </Input.Wrapper>
      {opened && tree && (
        <div className="grant-tree">
          <NodePicker
            tree={tree}
            refusal={never}
            start={node?.key}
            take={({ id: branch }) => {
              change(branch);
              setOpened(false);
              document.getElementById(id)?.focus();
            }}
          />
          {value && (
            <Button size="compact-xs" mt="xs" variant="subtle" onClick={() => change("")}>
              {words.wholeProject}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
