import { api, keys } from "../platform/api.ts";

export const projectsQuery = {
  queryKey: keys.projects,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await api.listProjects({ signal })).data,
  staleTime: 60_000,
};
