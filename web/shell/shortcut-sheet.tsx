import { Group, Kbd, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useRights } from "../access/use-rights.ts";
import type { Action } from "../actions/action.ts";
import { keysOf } from "../actions/key-names.ts";
import { useText, type Text as Words } from "../platform/i18n/i18n.ts";
import { type LaterText, useLater } from "../platform/i18n/later-words.ts";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import type { NamedAction } from "./actions.ts";

type Key = readonly [keys: string, label: string];

/** Keys that belong to a focused list, not to a command; those that change something only for who may. */
const local = (t: Words, { itemSections }: LaterText, edits: boolean) => {
  const forEditors = (...keys: Key[]): Key[] => (edits ? keys : []);
  const [mod, shift, remove, space] = keysOf("mod+shift+delete+space") as [string, string, string, string];
  return {
    [t.shortcuts.inTree]: [
      ["↑ ↓ ← →", t.keys.arrows],
      ["Enter", t.common.open],
      ...forEditors(
        ["F2", t.tree.rename],
        ["Alt ↑ ↓", t.keys.reorder],
        ["Alt ← →", t.keys.indent],
        [remove, t.common.delete],
        [`${shift} F10`, t.keys.menu],
      ),
    ],
    [t.shortcuts.inGrid]: [
      ["↑ ↓ ← →", t.keys.arrows],
      edits ? [`${mod} Enter`, t.common.open] : ["Enter", t.common.open],
      ...forEditors(
        ["Enter F2", t.keys.editCell],
        ["Esc", t.keys.cancelCell],
        [space, t.keys.select],
        [`${shift} ${space}`, t.keys.selectRange],
      ),
      [`${shift} ↑ ↓ ← →`, t.keys.extend],
      [`${mod} A`, t.keys.selectAll],
      edits ? [`${mod} C X V`, t.keys.clipboard] : [`${mod} C`, t.items.copy],
      ...forEditors([`${mod} D`, t.keys.fillDown], ["Alt ↑ ↓", t.keys.reorder], [remove, t.keys.clear]),
    ],
    [itemSections.inItem]: [["Alt PgUp PgDn", itemSections.keys]],
  } satisfies Record<string, Key[]>;
};

const onBoard = ({ board: { shortcuts } }: LaterText): Record<string, Key[]> => ({
  [shortcuts.title]: [
    ["Enter", shortcuts.next],
    [`${keysOf("shift")} Enter`, shortcuts.newLine],
    ["Alt ↑ ↓", shortcuts.step],
    ["Alt C", shortcuts.copySource],
    ["Alt Enter", shortcuts.confirm],
  ],
});

type Props = { actions: readonly NamedAction[]; close(): void };

export default function ShortcutSheet({ actions, close }: Props) {
  const t = useText();
  const { projectId } = useParams({ strict: false });
  const later = useLater();
  const rights = useRights(projectId ?? "");
  const may = (need: Action["needs"]) => projectId === undefined || need === undefined || rights[need];
  return (
    <DialogFrame close={close} size={760} title={t.shortcuts.title}>
      <SimpleGrid className="shortcuts" minColWidth="280px" spacing="xl">
        <section>
          <Title order={3}>{t.shortcuts.anywhere}</Title>
          <dl>
            {actions.flatMap(({ id, label, shortcut, otherShortcut, needs }) =>
              shortcut && may(needs)
                ? [
                    <Line
                      key={id}
                      keys={keysOf(shortcut)}
                      label={label(t)}
                      {...(otherShortcut && { other: keysOf(otherShortcut) })}
                    />,
                  ]
                : [],
            )}
          </dl>
        </section>
        <Stack>
          {Object.entries({ ...local(t, later, may("edits")), ...(may("writes") && onBoard(later)) }).map(
            ([title, lines]) => (
              <section key={title}>
                <Title order={3}>{title}</Title>
                <dl>
                  {lines.map(([keys, label]) => (
                    <Line key={keys} keys={keys.split(" ")} label={label} />
                  ))}
                </dl>
              </section>
            ),
          )}
        </Stack>
      </SimpleGrid>
    </DialogFrame>
  );
}

function Line({ keys, other = [], label }: { keys: string[]; other?: string[]; label: string }) {
  return (
    <Group justify="space-between" gap="md" py={4} fz="sm" wrap="nowrap">
      <dt>{label}</dt>
      <dd>
        <Keys of={keys} />
        {other.length > 0 && (
          <Text span inherit ml={8} mr={4} c="dimmed">
            /
          </Text>
        )}
        <Keys of={other} />
      </dd>
    </Group>
  );
}

const Keys = ({ of }: { of: string[] }) =>
  of.map((key) => (
    <Kbd size="xs" ml={4} key={key}>
      {key}
    </Kbd>
  ));
