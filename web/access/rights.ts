import type { Grant, Session } from "../../contract/access.ts";
import { isAtLeast } from "../../contract/roles.ts";
import { catalogLanguage, namePathIn } from "../catalog/catalog-language.ts";
import type { NodeKey, Tree } from "../catalog/tree.ts";
import { languageAt } from "../saving/edit.ts";

/** Where something is that the person sees, if only the service knows its place. */
export const somewhere = "somewhere";

/** A node and what is below it; without one, the top of the project. */
export type Place = NodeKey | typeof somewhere | undefined;

/** What the person may do in a project, so that nothing is offered that the service would refuse. The service decides. */
export type Rights = {
  /** Create, change, move and delete. */
  edit(at: Place): boolean;
  /** Without a language: into any language. */
  translate(at: Place, language?: string): boolean;
  /** Whether the person may edit anything in the project, and whether they may edit or translate anything. */
  edits: boolean;
  writes: boolean;
  /** The languages that the person may write somewhere in the project. */
  languages: "all" | readonly string[];
  /** Whether the person sees the whole project: events and presence are for those who do. */
  seesAll: boolean;
};

const everything: Rights = {
  edit: () => true,
  translate: () => true,
  edits: true,
  writes: true,
  languages: "all",
  seesAll: true,
};

/** Until it is known who the person is. */
const nothing: Rights = {
  edit: () => false,
  translate: () => false,
  edits: false,
  writes: false,
  languages: [],
  seesAll: false,
};

export const grantsIn = (session: Session, projectId: string): Grant[] =>
  session.grants.filter(({ project }) => !project || project === projectId);

export function rightsOf(session: Session | undefined, projectId: string, tree: Tree | undefined): Rights {
  if (!session) return nothing;
  if (session.access !== "required" || !session.who) return everything;
  const grants = grantsIn(session, projectId);
  const holds = ({ subtree }: Grant, at: NodeKey | undefined) => {
    if (!subtree) return true;
    for (let key = at; key; key = tree?.nodes.get(key)?.parent) if (tree?.nodes.get(key)?.id === subtree) return true;
    return false;
  };
  /** What is somewhere may be where any of the grants applies, so all of them have to allow it. */
  const allow = (at: Place, isEnough: (grant: Grant) => boolean) => {
    const whole = grants.some((grant) => !grant.subtree && isEnough(grant));
    if (at === somewhere) return whole || (grants.length > 0 && grants.every(isEnough));
    return whole || grants.some((grant) => isEnough(grant) && holds(grant, at));
  };
  const writing = grants.filter(({ role }) => isAtLeast(role, "translator"));
  return {
    edit: (at) => allow(at, isEditor),
    translate: (at, language) => allow(at, (grant) => isTranslator(grant, language)),
    edits: grants.some(isEditor),
    writes: writing.length > 0,
    languages: writing.some(({ languages }) => !languages)
      ? "all"
      : [...new Set(writing.flatMap(({ languages }) => languages ?? []))],
    seesAll: grants.some(({ subtree }) => !subtree),
  };
}

export const isEditor = ({ role }: Grant) => isAtLeast(role, "editor");

const isTranslator = ({ role, languages }: Grant, language: string | undefined) =>
  isAtLeast(role, "translator") && (!language || !languages || languages.includes(language));

export const mayWriteIn = ({ languages }: Rights, language: string): boolean =>
  languages === "all" || languages.includes(language);

/** Whether a field of a record at this place may be written. */
export const mayWriteAt =
  (rights: Rights, at: Place) =>
  (field: string): boolean => {
    const language = languageAt(field);
    return language === undefined ? rights.edit(at) : rights.translate(at, language);
  };

/** Whether the name that is shown may be written. */
export const mayName = (rights: Rights, at: Place): boolean =>
  mayWriteAt(rights, at)(namePathIn(catalogLanguage.get()));
