import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import type { MenuAt } from "./menus.ts";

type Props = { at: MenuAt; label: string; close(): void; children: ReactNode };

/** A context menu at a point of the screen. It has the focus as soon as it is drawn, so that no key goes elsewhere. */
export const PointMenu = ({ at, label, close, children }: Props) => (
  <Menu
    opened
    onClose={close}
    position="bottom-start"
    width={250}
    returnFocus={false}
    transitionProps={{ duration: 0 }}
    // Below the last row in sight the point is outside of the window, and the menu would be hidden with it.
    hideDetached={false}
    // Keys outside do not close it: the key that opens the menu is still bubbling up.
    clickOutsideEvents={["mousedown", "touchstart"]}
  >
    <Menu.Target>
      <button
        type="button"
        tabIndex={-1}
        aria-label={label}
        style={{ position: "fixed", left: at.left, top: at.top, width: 1, height: 1 }}
      />
    </Menu.Target>
    <Menu.Dropdown
      ref={(drawn) =>
        drawn?.querySelector<HTMLElement>("[role=menuitem]:not(:disabled)")?.focus({ preventScroll: true })
      }
      // On Windows the menu key asks for a menu when it is released, by then in this one.
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </Menu.Dropdown>
  </Menu>
);
