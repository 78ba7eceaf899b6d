import { createContext, useContext, useMemo } from "react";
import { useTree } from "../tree/tree-data.ts";
import { type Rights, rightsOf } from "./rights.ts";
import { useSession } from "./session.ts";

export function useRights(projectId: string): Rights {
  const { data: session } = useSession();
  // The tree is needed only for a grant of a branch.
  const { data: tree } = useTree(projectId, session?.grants.some(({ subtree }) => subtree) === true);
  return useMemo(() => rightsOf(session, projectId, tree), [session, projectId, tree]);
}

/** Whether the fields of the open record can be written. */
export const MayWrite = createContext<(field: string) => boolean>(() => true);

export const useMayWrite = (field: string) => useContext(MayWrite)(field);
