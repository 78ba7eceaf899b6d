import { api } from "../platform/api.ts";

/** The last imports of a project, newest first. */
export const importsQuery = (projectId: string) => ({
  queryKey: ["imports", projectId],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.listImports({ params: { projectId }, signal })).data.imports,
});
