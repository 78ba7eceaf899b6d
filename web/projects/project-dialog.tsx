import { ActionIcon, Button, Group, Input, Stack, Switch, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { CatalogError } from "../../contract/client.ts";
import type { Project } from "../../contract/projects.ts";
import { addressFor } from "../catalog/propose-address.ts";
import { PictureDrop } from "../pictures/picture-drop.tsx";
import { pictureUrl } from "../pictures/picture-url.ts";
import { api, keys, queryClient } from "../platform/api.ts";
import { explain } from "../platform/explain.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { toast } from "../platform/toasts.ts";
import { DialogFoot, DialogFrame } from "../widgets/dialog-frame.tsx";

type Props = { project: Project | undefined; close(): void; created(id: string): void };

/** Makes a project, or changes one. */
export default function ProjectDialog({ project, close, created }: Props) {
  const { project: words } = useLater();
  const [displayName, setName] = useState(project?.displayName ?? "");
  const [chosenId, chooseId] = useState<string>();
  const [proposedId, propose] = useProposedId();
  const [logoUrl, setLogo] = useState(project?.logoUrl ?? "");
  const [active, setActive] = useState(project?.active ?? true);
  const [refused, setRefused] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const id = project?.id ?? chosenId ?? proposedId;
  const isIdValid = /^\w[\w-]{0,99}$/.test(id);
  const ready = displayName.trim() !== "" && isIdValid;
  const type = (name: string) => {
    setName(name);
    propose(name);
  };
  const save = async () => {
    setBusy(true);
    try {
      if (project) await api.updateProject({ params: { projectId: id }, body: { displayName, logoUrl, active } });
      else await api.createProject({ body: { id, displayName, logoUrl } });
      await queryClient.invalidateQueries({ queryKey: keys.projects });
      close();
      if (project) return;
      toast(words.created(displayName));
      created(id);
    } catch (error) {
      setRefused(error);
      setBusy(false);
    }
  };
  const isTaken = refused instanceof CatalogError && refused.problem.code === "id_taken";
  return (
    <DialogFrame close={close} title={project ? words.change : words.create}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) void save();
        }}
      >
        <Stack>
          <TextInput
            label={words.name}
            description={words.nameHint}
            data-autofocus
            maxLength={500}
            value={displayName}
            onChange={(event) => type(event.currentTarget.value)}
          />
          {!project && (
            <TextInput
              label={words.id}
              description={words.idHint}
              spellCheck={false}
              autoCapitalize="none"
              value={id}
              error={isTaken ? words.idTaken : id !== "" && !isIdValid ? words.idWrong : undefined}
              onChange={(event) => {
                chooseId(event.currentTarget.value);
                setRefused(undefined);
              }}
            />
          )}
          <LogoField url={logoUrl} change={setLogo} />
          {project && (
            <Switch
              label={words.active}
              description={words.activeHint}
              checked={active}
              onChange={(event) => setActive(event.currentTarget.checked)}
            />
          )}
          {refused !== undefined && !isTaken && (
            <Text c="red" size="sm" role="alert">
              {explain(refused)}
            </Text>
          )}
        </Stack>
        <DialogFoot cancel={close}>
          <Button type="submit" loading={busy} disabled={!ready}>
            {project ? words.save : words.submit}
          </Button>
        </DialogFoot>
      </form>
    </DialogFrame>
  );
}

/** The id that a name proposes, and what takes another name. */
function useProposedId() {
  const [id, setId] = useState("");
  const latestName = useRef("");
  const propose = (name: string) => {
    latestName.current = name;
    // The letters of some names need a table that is loaded first.
    addressFor(name).then(
      (slug) => latestName.current === name && setId(slug.replace(/[^\w-]+/g, "-")),
      () => undefined,
    );
  };
  return [id, propose] as const;
}

function LogoField({ url, change }: { url: string; change(url: string): void }) {
  const { project: words } = useLater();
  return (
    <Stack gap={4}>
      <Input.Label labelElement="div">{words.logo}</Input.Label>
      <PictureDrop multiple={false} uploaded={change}>
        {url && (
          <Group gap="sm">
            <img className="project-logo-preview" src={pictureUrl(url, 128)} alt={words.logo} />
            <ActionIcon variant="default" aria-label={words.removeLogo} onClick={() => change("")}>
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        )}
      </PictureDrop>
    </Stack>
  );
}
