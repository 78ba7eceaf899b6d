import { InputBase, type InputBaseProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type KeyboardEvent, type MouseEvent, useMemo, useState } from "react";
import { later } from "../platform/later.tsx";
import { Part } from "./boundary.tsx";
import { useChoosing } from "./use-choosing.ts";

const ChoiceList = later(() => import("./choice-list.tsx"));
const reach = () => void ChoiceList.preload();

type Option<V extends string> = { value: V; label: string };

type Props<V extends string> = Pick<InputBaseProps, "label" | "error" | "size" | "variant" | "miw"> & {
  id?: string;
  "aria-label"?: string;
  "data-autofocus"?: boolean;
  value: V;
  options: readonly Option<V>[];
  choose(value: V): void;
};

/**
 * One of some values, in place of the browser's own select. The arrow keys, Space and typed letters open its list, which is
 * fetched when someone reaches for it.
 */
export function Choice<V extends string>({ value, options, choose, ...given }: Props<V>) {
  const chosen = options.findIndex((option) => option.value === value);
  const labels = useMemo(() => options.map(({ label }) => label), [options]);
  const { active, toggle, close, button, list } = useChoosing(labels, chosen, (at) => {
    const option = options[at];
    if (option) choose(option.value);
  });
  const [target, setTarget] = useState<HTMLElement | null>(null);
  return (
    <>
      <InputBase
        component="button"
        type="button"
        className="choice"
        pointer
        rightSection={<IconChevronDown size={14} />}
        rightSectionPointerEvents="none"
        ref={setTarget}
        onPointerEnter={reach}
        onFocus={reach}
        onClick={({ currentTarget }: MouseEvent<HTMLElement>) => {
          // A click does not give a button the focus in every browser.
          currentTarget.focus();
          toggle();
        }}
        // Some browsers press a button when Space is released, whatever became of the key.
        onKeyUp={(event: KeyboardEvent) => event.key === " " && event.preventDefault()}
        {...button}
        {...given}
      >
        {labels[chosen]}
      </InputBase>
      {active !== undefined && target && (
        <Part place="menu" close={close}>
          <ChoiceList {...list} target={target} labels={labels} chosen={chosen} />
        </Part>
      )}
    </>
  );
}
