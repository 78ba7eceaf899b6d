import { useMantineColorScheme } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { type Action, type ActionContext, pressed, workspaceStore } from "../actions/action.ts";
import { useStore } from "../platform/store.ts";
import { actions } from "./actions.ts";

export function useActionContext(): ActionContext {
  const workspace = useStore(workspaceStore);
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
  const { setColorScheme } = useMantineColorScheme();
  return useMemo(
    () => ({
      workspace,
      projectId,
      setColorScheme,
      open(search) {
        if (projectId) void navigate({ to: "/projects/$projectId", params: { projectId }, search });
      },
      openImport(subcategory) {
        const search = subcategory === undefined ? {} : { subcategory };
        if (projectId) void navigate({ to: "/projects/$projectId/import", params: { projectId }, search });
      },
      go(screen) {
        if (screen === "projects" || !projectId) return void navigate({ to: "/" });
        if (screen === "catalog")
          return void navigate({ to: "/projects/$projectId", params: { projectId }, search: {} });
        void navigate({ to: `/projects/$projectId/${screen}`, params: { projectId }, search: {} });
      },
    }),
    [workspace, projectId, navigate, setColorScheme],
  );
}

/** Listens for the shortcuts of all actions, anywhere on the page. */
export function useShortcuts(context: ActionContext) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isOf = ({ shortcut, otherShortcut }: Action) =>
        [shortcut, otherShortcut].some((keys) => keys && pressed(event, keys));
      const action = actions.find((one) => isOf(one) && one.enabled(context) && (one.takesKey?.() ?? true));
      if (!action) return;
      event.preventDefault();
      action.perform(context);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [context]);
}
