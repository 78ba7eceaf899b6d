import { useMantineColorScheme } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { useStore } from "../platform/store.ts";
import { type ActionContext, workspaceStore } from "./action.ts";

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
