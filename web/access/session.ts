import { useQuery } from "@tanstack/react-query";
import type { Session } from "../../contract/access.ts";
import { api, keys, queryClient } from "../api.ts";
import { saving, welcome } from "../saving/saving.ts";

export const sessionQuery = {
  queryKey: keys.session,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Session> => {
    const { data } = await api.getSession({ signal });
    welcome(data);
    return data;
  },
  staleTime: 5 * 60_000,
};

export const useSession = () => useQuery(sessionQuery);

/** People, keys and the record are of the whole service: an admin of one project has no say in them. */
export const isAdmin = (session: Session | undefined) =>
  session?.grants.some(({ role, project }) => role === "admin" && !project) ?? false;

/** Someone signed in: what was refused for want of a session is asked for again, and what waited is sent. */
export async function enter(session: Session) {
  // Behind the door the screen stands as it was left, half a comment and all.
  welcome(session, true);
  queryClient.setQueryData(keys.session, session);
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
  saving.reconnect();
}

export async function signOut() {
  await api.signOut();
  queryClient.clear();
  await queryClient.invalidateQueries({ queryKey: keys.session });
  location.assign("/");
}
