import { useQuery } from "@tanstack/react-query";
import type { Session } from "../../contract/access.ts";
import { api, keys, queryClient } from "../platform/api.ts";
import { forgetSeen } from "../platform/offline/seen-database.ts";
import { saving, welcome } from "../saving/saving.ts";

export const sessionQuery = {
  queryKey: keys.session,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Session> => {
    const { data } = await api.getSession({ signal });
    welcome(data);
    return data;
  },
  staleTime: 60_000,
};

export const useSession = () => useQuery(sessionQuery);

/** People, keys and the audit log belong to the whole service: an administrator of one project does not manage them. */
export const isAdmin = (session: Session | undefined) =>
  session?.grants.some(({ role, project }) => role === "admin" && !project) ?? false;

/** Whether the person manages the service itself, such as its projects. Without a sign-in everyone does. */
export const managesService = (session: Session | undefined) =>
  session !== undefined && (session.access !== "required" || isAdmin(session));

/** Someone signed in: loads again what was refused without a session, and sends what waited. */
export async function enter(session: Session) {
  // The screen is as it was left: it may hold a comment that was not sent.
  welcome(session, true);
  // An answer that was asked for before would hide the page behind the sign-in again.
  await queryClient.cancelQueries({ queryKey: keys.session });
  queryClient.setQueryData(keys.session, session);
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
  saving.reconnect();
}

export async function signOut() {
  await api.signOut();
  forgetSeen();
  queryClient.clear();
  await queryClient.invalidateQueries({ queryKey: keys.session });
  location.assign("/");
}
