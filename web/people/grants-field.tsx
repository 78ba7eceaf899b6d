import { ActionIcon, Button, Fieldset, Input, Stack, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Grant } from "../../contract/access.ts";
import { type Role, roles } from "../../contract/roles.ts";
import { useFault } from "../access/form-faults.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { projectsQuery } from "../projects/projects-query.ts";
import { Choice } from "../widgets/choice.tsx";
import { GrantBranch } from "./grant-branch.tsx";
import { GrantLanguages } from "./grant-languages.tsx";

/** A grant as it is being filled in: "" or no language where the grant holds everywhere. */
export type GrantDraft = { role: Role; project: string; subtree: string; languages: string[] };

/** Whoever forgets to choose gives as little as possible. */
export const emptyGrant: GrantDraft = { role: "viewer", project: "", subtree: "", languages: [] };

export const draftOf = ({ role, project, subtree, languages }: Grant): GrantDraft => ({
  role,
  project: project ?? "",
  subtree: subtree ?? "",
  languages: languages ?? [],
});

export const grantOf = ({ role, project, subtree, languages }: GrantDraft): Grant => ({
  role,
  ...(project && { project }),
  ...(project && subtree && { subtree }),
  ...(languages.length > 0 && limitsLanguages(role) && { languages }),
});

const limitsLanguages = (role: Role) => role === "translator" || role === "editor";

type Props = { grants: GrantDraft[]; change(grants: GrantDraft[]): void };

/** Every right of a person or a key: a role, and where it holds. */
export function GrantsField({ grants, change }: Props) {
  const { people: words } = useLater();
  const [opened, setOpened] = useState<number>();
  return (
    <Fieldset variant="unstyled" p={0} legend={<Input.Label labelElement="div">{words.grants}</Input.Label>}>
      <Stack gap="xs">
        {grants.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.noGrantsHint}
          </Text>
        )}
        {grants.map((grant, index) => (
          <GrantFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a grant is what it says, and has no name of its own
            key={index}
            grant={grant}
            number={index + 1}
            change={(next) => change(grants.map((one, at) => (at === index ? next : one)))}
            remove={() => {
              setOpened(undefined);
              change(grants.filter((_, at) => at !== index));
            }}
            opened={opened === index}
            setOpened={(open) => setOpened(open ? index : undefined)}
          />
        ))}
        <Button
          style={{ alignSelf: "flex-start" }}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => change([...grants, emptyGrant])}
        >
          {words.addGrant}
        </Button>
      </Stack>
    </Fieldset>
  );
}

type GrantProps = {
  grant: GrantDraft;
  number: number;
  change(grant: GrantDraft): void;
  remove(): void;
  /** Whether the tree of the project is shown, to pick a branch. */
  opened: boolean;
  setOpened(opened: boolean): void;
};

function GrantFields({ grant, number, change, remove, opened, setOpened }: GrantProps) {
  const { people: words } = useLater();
  const pointer = `/grants/${number - 1}`;
  const roleFault = useFault(`${pointer}/role`);
  const projectFault = useFault(`${pointer}/project`);
  const { data: projects } = useQuery(projectsQuery);
  return (
    <Fieldset variant="filled" p="sm" className="grant" aria-label={words.grantNumber(number)}>
      <Choice
        error={roleFault.error}
        label={words.role}
        value={grant.role}
        choose={(role) => {
          roleFault.onInput();
          change({ ...grant, role });
        }}
        options={roles.map((role) => ({ value: role, label: words.roles[role] }))}
      />
      <Choice
        error={projectFault.error}
        label={words.where}
        value={grant.project}
        choose={(project) => {
          projectFault.onInput();
          change({ ...grant, project, subtree: "" });
        }}
        options={[
          { value: "", label: words.everywhere },
          ...(projects ?? []).map(({ id, displayName }) => ({ value: id, label: displayName })),
        ]}
      />
      {grant.project && (
        <GrantBranch
          project={grant.project}
          pointer={`${pointer}/subtree`}
          value={grant.subtree}
          change={(subtree) => change({ ...grant, subtree })}
          opened={opened}
          setOpened={setOpened}
        />
      )}
      {limitsLanguages(grant.role) && (
        <GrantLanguages
          pointer={`${pointer}/languages`}
          value={grant.languages}
          change={(languages) => change({ ...grant, languages })}
        />
      )}
      <ActionIcon
        className="grant-remove"
        aria-label={`${words.removeGrant}: ${words.grantNumber(number)}`}
        onClick={remove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Fieldset>
  );
}
