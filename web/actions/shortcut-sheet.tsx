import { Group, Kbd, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { DialogFrame } from "../components/dialog-frame.tsx";
import { useText, type Text as Words } from "../i18n/i18n.ts";
import { keysOf } from "./action.ts";
import { actions } from "./actions.ts";

/** Keys that belong to a focused list, not to a command. */
const local = (t: Words) => ({
  [t.shortcuts.inTree]: [
    ["↑ ↓ ← →", t.keys.arrows],
    ["Enter", t.keys.open],
    ["F2", t.keys.rename],
    ["Alt ↑ ↓", t.keys.reorder],
    ["Alt ← →", t.keys.indent],
    ["Del", t.keys.remove],
    ["Shift F10", t.keys.menu],
  ],
  [t.shortcuts.inGrid]: [
    ["↑ ↓ ← →", t.keys.arrows],
    ["Enter", t.keys.open],
    ["F2", t.keys.editCell],
    ["Esc", t.keys.cancelCell],
    ["Space", t.keys.select],
    ["Shift Space", t.keys.selectRange],
    ["Shift ↑ ↓ ← →", t.keys.extend],
    [`${mod} A`, t.keys.selectAll],
    [`${mod} C X V`, t.keys.clipboard],
    [`${mod} D`, t.keys.fillDown],
    ["Alt ↑ ↓", t.keys.reorder],
    ["Del", t.keys.clear],
  ],
});

const [mod] = keysOf("mod");

export function ShortcutSheet({ close }: { close(): void }) {
  const t = useText();
  return (
    <DialogFrame close={close} size={760} title={t.shortcuts.title}>
      <SimpleGrid className="shortcuts" minColWidth="280px" spacing="xl">
        <section>
          <Title order={3}>{t.shortcuts.anywhere}</Title>
          <dl>
            {actions.flatMap(({ id, label, shortcut, otherShortcut }) =>
              shortcut
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
          {Object.entries(local(t)).map(([title, lines]) => (
            <section key={title}>
              <Title order={3}>{title}</Title>
              <dl>
                {lines.map(([keys = "", label = ""]) => (
                  <Line key={keys} keys={keys.split(" ")} label={label} />
                ))}
              </dl>
            </section>
          ))}
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
