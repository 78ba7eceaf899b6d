import { ActionIcon, Button, Fieldset, Input, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Grant } from "../../contract/access.ts";
import { type Role, roles } from "../../contract/roles.ts";
import { projectsQuery } from "../components/projects-query.ts";
import { useLater } from "../i18n/later-words.ts";
import { addressOf } from "../tree/tree.ts";
import { useTree } from "../tree/tree-data.ts";

/** A grant as it is being filled in: everything is text, "" where the grant holds everywhere. */
export type GrantDraft = { role: Role; project: string; subtree: string; languages: string };

export const emptyGrant: GrantDraft = { role: "editor", project: "", subtree: "", languages: "" };

export const draftOf = ({ role, project, subtree, languages }: Grant): GrantDraft => ({
  role,
  project: project ?? "",
  subtree: subtree ?? "",
  languages: languages?.join(", ") ?? "",
});

export function grantOf({ role, project, subtree, languages }: GrantDraft): Grant {
  const codes = languages.split(/[\s,]+/).filter(Boolean);
  return {
    role,
    ...(project && { project }),
    ...(project && subtree && { subtree }),
    ...(codes.length > 0 && limitsLanguages(role) && { languages: codes }),
  };
}

const limitsLanguages = (role: Role) => role === "translator" || role === "editor";

type Props = { grants: GrantDraft[]; change(grants: GrantDraft[]): void };

/** Every right of a person or a key: a role, and where it holds. */
export function GrantsField({ grants, change }: Props) {
  const { access } = useLater();
  return (
    <Fieldset variant="unstyled" p={0} legend={<Input.Label labelElement="div">{access.grants}</Input.Label>}>
      <Stack gap="xs">
        {grants.length === 0 && (
          <Text size="sm" c="dimmed">
            {access.noGrantsHint}
          </Text>
        )}
        {grants.map((grant, index) => (
          <GrantFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a grant is what it says, and has no name of its own
            key={index}
            grant={grant}
            number={index + 1}
            change={(next) => change(grants.map((one, at) => (at === index ? next : one)))}
            remove={() => change(grants.filter((_, at) => at !== index))}
          />
        ))}
        <Button
          style={{ alignSelf: "flex-start" }}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => change([...grants, emptyGrant])}
        >
          {access.addGrant}
        </Button>
      </Stack>
    </Fieldset>
  );
}

type GrantProps = { grant: GrantDraft; number: number; change(grant: GrantDraft): void; remove(): void };

function GrantFields({ grant, number, change, remove }: GrantProps) {
  const { access } = useLater();
  const { data: projects } = useQuery(projectsQuery);
  return (
    <Fieldset variant="filled" p="sm" className="grant" aria-label={access.grantNumber(number)}>
      <NativeSelect
        label={access.role}
        value={grant.role}
        onChange={(event) => change({ ...grant, role: event.currentTarget.value as Role })}
        data={roles.map((role) => ({ value: role, label: access.roles[role] }))}
      />
      <NativeSelect
        label={access.where}
        value={grant.project}
        onChange={(event) => change({ ...grant, project: event.currentTarget.value, subtree: "" })}
        data={[
          { value: "", label: access.everywhere },
          ...(projects ?? []).map(({ id, displayName }) => ({ value: id, label: displayName })),
        ]}
      />
      {grant.project && (
        <Branch
          project={grant.project}
          value={grant.subtree}
          change={(subtree) => change({ ...grant, subtree: subtree.trim() })}
        />
      )}
      {limitsLanguages(grant.role) && (
        <TextInput
          label={access.languages}
          placeholder={access.allLanguages}
          value={grant.languages}
          onChange={(event) => change({ ...grant, languages: event.currentTarget.value })}
        />
      )}
      <ActionIcon
        className="grant-remove"
        aria-label={`${access.removeGrant}: ${access.grantNumber(number)}`}
        onClick={remove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Fieldset>
  );
}

/** A longer list is not useful; typing the address finds the rest. */
const suggested = 400;

type BranchProps = { project: string; value: string; change(value: string): void };

function Branch({ project, value, change }: BranchProps) {
  const { access } = useLater();
  const list = useId();
  const { data: tree } = useTree(project);
  return (
    <>
      <TextInput
        label={access.branch}
        placeholder={access.wholeProject}
        list={list}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <datalist id={list}>
        {tree &&
          [...tree.nodes.values()].slice(0, suggested).map((node) => (
            <option key={node.key} value={node.id}>
              {`${node.name} ${addressOf(tree, node.key)}`}
            </option>
          ))}
      </datalist>
    </>
  );
}
