import { Popover, type PopoverDropdownProps, type PopoverProps } from "@mantine/core";
import type { KeyboardEvent, ReactNode } from "react";
import { Anchor, type Opening } from "./anchor.tsx";

type Props = Omit<PopoverProps, "opened" | "children"> & {
  opening: Opening;
  dropdown?: PopoverDropdownProps;
  children: ReactNode;
};

/**
 * What floats below a button that `opensLater`. Escape closes it and nothing around it: Mantine's popover takes the key
 * before what is inside of it, such as an open list.
 */
export function Popup({ opening, onChange = opening.setOpened, dropdown, children, ...given }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    onChange(false);
    opening.target.focus();
  };
  return (
    <Popover {...given} opened={opening.opened} onChange={onChange} closeOnEscape={false}>
      <Popover.Target>
        <Anchor of={opening} />
      </Popover.Target>
      <Popover.Dropdown {...dropdown} onKeyDown={onKeyDown}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
