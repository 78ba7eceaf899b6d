import { useMemo } from "react";
import type { Session } from "../../contract/access.ts";
import { useTree } from "../catalog/tree-data.ts";
import { grantsIn, type Rights, rightsOf } from "./rights.ts";
import { useSession } from "./session.ts";

export function useRights(projectId: string): Rights {
  const { data: session } = useSession();
  // The tree is needed only for a grant of a branch.
  const { data: tree } = useTree(projectId, session !== undefined && needsTree(session, projectId));
  return useMemo(() => rightsOf(session, projectId, tree), [session, projectId, tree]);
}

const needsTree = (session: Session, projectId: string) => grantsIn(session, projectId).some(({ subtree }) => subtree);
