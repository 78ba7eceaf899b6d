import { useEffect } from "react";
import { type Action, type ActionContext, pressed } from "../actions/action.ts";
import { everyAction } from "./every-action.ts";

/** Listens for the shortcuts of all actions, anywhere on the page. */
export function useShortcuts(context: ActionContext) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isOf = ({ shortcut, otherShortcut }: Action) =>
        [shortcut, otherShortcut].some((keys) => keys && pressed(event, keys));
      const action = everyAction.find((one) => isOf(one) && one.enabled(context) && (one.takesKey?.() ?? true));
      if (!action) return;
      event.preventDefault();
      action.perform(context);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [context]);
}
