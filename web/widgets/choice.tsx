import { InputBase, type InputBaseProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type KeyboardEvent, useRef } from "react";
import { opensLater } from "./opens-later.tsx";

const ChoiceList = opensLater("listbox", () => import("./choice-list.tsx"));

type Option<V extends string> = { value: V; label: string };

type Props<V extends string> = Pick<InputBaseProps, "label" | "error" | "size" | "variant" | "miw"> & {
  id?: string;
  "aria-label"?: string;
  "data-autofocus"?: boolean;
  value: V;
  options: readonly Option<V>[];
  choose(value: V): void;
};

/** One of some values, in place of the browser's own select. The arrow keys, Space and typed letters open its list. */
export function Choice<V extends string>({ value, options, choose, ...given }: Props<V>) {
  const typed = useRef("");
  const chosen = options.findIndex((option) => option.value === value);
  const open = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, currentTarget } = event;
    const isLetter = key.length === 1 && key !== " " && !altKey;
    const opens = isLetter || key === " " || key === "ArrowDown" || key === "ArrowUp";
    if (!opens || ctrlKey || metaKey || currentTarget.getAttribute("aria-expanded") === "true") return;
    event.preventDefault();
    if (isLetter) typed.current += key;
    (currentTarget as HTMLElement).click();
  };
  return (
    <ChoiceList
      options={options}
      chosen={chosen}
      typed={typed}
      take={(at) => {
        const option = options[at];
        if (option) choose(option.value);
      }}
      button={
        <InputBase
          component="button"
          type="button"
          role="combobox"
          className="choice"
          pointer
          rightSection={<IconChevronDown size={14} />}
          rightSectionPointerEvents="none"
          onKeyDownCapture={open}
          // Some browsers press a button when Space is released, whatever became of the key.
          onKeyUp={(event: KeyboardEvent) => event.key === " " && event.preventDefault()}
          {...given}
        >
          {options[chosen]?.label}
        </InputBase>
      }
    />
  );
}
