import type { Grant, Session } from "../../contract/access.ts";
import { isAtLeast } from "../../contract/roles.ts";
import { languageAt } from "../saving/edit.ts";
import type { NodeKey, Tree } from "../tree/tree.ts";

/** What the person may do in a project, so that nothing is offered that the service would refuse. The service decides. */
export type Rights = {
  /** Create, change, move and delete the node and what is below it; without a node, at the top of the project. */
  edit(at: NodeKey | undefined): boolean;
  /** Without a language: into any language. */
  translate(at: NodeKey | undefined, language?: string): boolean;
  /** Whether the person may edit anything in the project, and whether they may edit or translate anything. */
  edits: boolean;
  writes: boolean;
};

const everything: Rights = { edit: () => true, translate: () => true, edits: true, writes: true };

export function rightsOf(session: Session | undefined, projectId: string, tree: Tree | undefined): Rights {
  if (session?.access !== "required" || !session.who) return everything;
  const grants = session.grants.filter(
    ({ role, project }) => isAtLeast(role, "translator") && (!project || project === projectId),
  );
  const holds = ({ subtree }: Grant, at: NodeKey | undefined) => {
    if (!subtree) return true;
    for (let key = at; key; key = tree?.nodes.get(key)?.parent) if (tree?.nodes.get(key)?.id === subtree) return true;
    return false;
  };
  return {
    edit: (at) => grants.some((grant) => isAtLeast(grant.role, "editor") && holds(grant, at)),
    translate: (at, language) =>
      grants.some((grant) => (!language || !grant.languages || grant.languages.includes(language)) && holds(grant, at)),
    edits: grants.some(({ role }) => isAtLeast(role, "editor")),
    writes: grants.length > 0,
  };
}

/** Whether a field of a record under this node may be written. */
export const mayWriteAt =
  (rights: Rights, at: NodeKey | undefined) =>
  (field: string): boolean => {
    const language = languageAt(field);
    return language === undefined ? rights.edit(at) : rights.translate(at, language);
  };
