import { ActionIcon, Button, Group, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useLater } from "../platform/i18n/later-words.ts";
import { toast } from "../platform/toasts.ts";
import { Choice } from "../widgets/choice.tsx";
import type { Mapping } from "./column-choice.ts";
import { deleteMapping, saveMapping, useMappings } from "./import-data.ts";
import { useAct } from "./use-act.ts";

type ChoiceProps = { projectId: string; apply(mapping: Mapping): void };

/** Applies a mapping that somebody saved, or deletes it. */
export function MappingChoice({ projectId, apply }: ChoiceProps) {
  const { imports: words } = useLater();
  const { data: mappings = [] } = useMappings(projectId);
  const [chosen, choose] = useState("");
  const { busy, act } = useAct();
  if (mappings.length === 0) return null;
  const remove = () =>
    act(async () => {
      await deleteMapping(projectId, chosen);
      choose("");
      toast(words.mappings.removed(chosen));
    });
  return (
    <Group gap="xs" align="flex-end" mt="md">
      <Choice
        label={words.mappings.label}
        miw={240}
        value={chosen}
        choose={(value) => {
          choose(value);
          const mapping = mappings.find(({ name }) => name === value);
          if (mapping) apply(mapping.columns);
        }}
        options={[
          { value: "", label: words.mappings.choose },
          ...mappings.map(({ name }) => ({ value: name, label: name })),
        ]}
      />
      {chosen && (
        <ActionIcon
          size={36}
          data-tip={words.mappings.remove(chosen)}
          aria-label={words.mappings.remove(chosen)}
          disabled={busy}
          onClick={remove}
        >
          <IconTrash size={17} />
        </ActionIcon>
      )}
    </Group>
  );
}

/** Saves what the columns are under a name, for the next file of the same supplier. */
export function SaveMapping({ projectId, mapping }: { projectId: string; mapping: Mapping }) {
  const { imports: words } = useLater();
  const [name, setName] = useState("");
  const { busy, act } = useAct();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === "") return;
        act(async () => {
          await saveMapping(projectId, name.trim(), mapping);
          setName("");
          toast(words.mappings.saved(name.trim()));
        });
      }}
    >
      <Group gap="xs" mt="md">
        <TextInput
          flex="1 1 200px"
          maw={300}
          aria-label={words.mappings.name}
          placeholder={words.mappings.namePlaceholder}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={busy} disabled={name.trim() === ""}>
          {words.mappings.save}
        </Button>
      </Group>
    </form>
  );
}
