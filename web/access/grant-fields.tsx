import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { type Grant, type Role, roles } from "../../contract/access.ts";
import { type Text, useText } from "../i18n/i18n.ts";
import { projectsQuery } from "../screens/projects.tsx";

export type ChosenGrant = { role: Role; project: string };

export const grantOf = ({ role, project }: ChosenGrant): Grant => ({ role, ...(project && { project }) });

/** "Editor of aurora-market, translator (ru) everywhere" */
export function grantsText(t: Text, grants: Grant[]): string {
  if (grants.length === 0) return t.access.noGrants;
  return grants
    .map((grant) => {
      const languages = grant.languages?.length ? ` (${grant.languages.join(", ")})` : "";
      return `${t.access.roles[grant.role]}${languages} · ${grant.subtree ?? grant.project ?? t.access.everywhere}`;
    })
    .join("; ");
}

export function GrantFields({ grant, change }: { grant: ChosenGrant; change(grant: ChosenGrant): void }) {
  const t = useText();
  const id = useId();
  const { data: projects } = useQuery(projectsQuery);
  return (
    <>
      <div className="field">
        <div className="field-head">
          <label htmlFor={`${id}-role`}>{t.access.role}</label>
        </div>
        <select
          id={`${id}-role`}
          className="control"
          value={grant.role}
          onChange={(event) => change({ ...grant, role: event.currentTarget.value as Role })}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {t.access.roles[role]}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <div className="field-head">
          <label htmlFor={`${id}-project`}>{t.access.where}</label>
        </div>
        <select
          id={`${id}-project`}
          className="control"
          value={grant.project}
          onChange={(event) => change({ ...grant, project: event.currentTarget.value })}
        >
          <option value="">{t.access.everywhere}</option>
          {projects?.map((project) => (
            <option key={project.id} value={project.id}>
              {project.displayName}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}
