import { type ComponentType, cloneElement, type ReactElement, useState } from "react";
import { explain } from "../platform/explain.ts";
import { later } from "../platform/later.tsx";
import { toast } from "../platform/toasts.ts";
import type { Opening, TargetNames } from "./anchor.tsx";
import { Part } from "./boundary.tsx";

type Props = { button: ReactElement };

/**
 * A button with something that floats below it, which is fetched when someone reaches for the button: what it takes to
 * float is a tenth of the program, and nobody opens a menu in the first second. The button itself stays the same.
 */
export function opensLater<P extends { opening: Opening }>(
  popup: "menu" | "dialog",
  load: () => Promise<{ default: ComponentType<P> }>,
) {
  const Later = later(load) as unknown as ComponentType<Omit<P, "opening"> & { opening: Opening }>;
  const reach = () => void load().catch(() => undefined);
  return function OpensLater({ button, ...given }: Props & Omit<P, "opening">) {
    const [target, setTarget] = useState<HTMLElement>();
    const [opened, setOpened] = useState(false);
    const [names, setNames] = useState<TargetNames>({});
    const open = ({ currentTarget }: { currentTarget: HTMLElement }) => {
      if (target) return setOpened(!opened);
      load().then(
        () => setTarget(currentTarget),
        (error) => toast(explain(error), { tone: "bad" }),
      );
    };
    const drop = () => {
      setTarget(undefined);
      setOpened(false);
    };
    // What floats takes the keyboard a moment after it is seen, and Escape may be quicker.
    const leave = ({ key }: { key: string }) => key === "Escape" && opened && setOpened(false);
    const added = { onClick: open, onKeyDown: leave, onPointerEnter: reach, onFocus: reach };
    return (
      <>
        {cloneElement(button, { ...added, "aria-haspopup": popup, "aria-expanded": opened, ...names } as object)}
        {target && (
          <Part place="menu" close={drop}>
            <Later {...(given as unknown as Omit<P, "opening">)} opening={{ target, opened, setOpened, setNames }} />
          </Part>
        )}
      </>
    );
  };
}
