import { Button, Group, Input, Pill, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useId, useRef } from "react";
import { useFault } from "../access/form-faults.ts";
import { languageStore } from "../platform/i18n/i18n.ts";
import { languageName } from "../platform/i18n/language-name.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { opensLater } from "../widgets/opens-later.tsx";
import { inPlaceOf, useFocusNext } from "../widgets/use-focus-next.ts";

const LanguageChoice = opensLater("dialog", () => import("../widgets/language-choice.tsx"));

type Props = { pointer: string; value: readonly string[]; change(value: string[]): void };

/** The languages whose texts a right allows to write, by their names; none chosen means all. */
export function GrantLanguages({ pointer, value, change }: Props) {
  const { people: words } = useLater();
  const inLanguage = useStore(languageStore);
  const label = useId();
  const whole = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(whole);
  const { error } = useFault(pointer);
  const remove = (at: number) => {
    focusNext(`.mantine-Pill-root${inPlaceOf(at, value.length)} button, [aria-haspopup]`);
    change(value.filter((_, one) => one !== at));
  };
  return (
    <Input.Wrapper label={words.languages} labelElement="div" labelProps={{ id: label }} error={error}>
      <Group ref={whole} gap={6} mih={36} role="group" aria-labelledby={label}>
        {value.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.allLanguages}
          </Text>
        )}
        {value.map((code, at) => (
          <Pill
            key={code}
            withRemoveButton
            removeButtonProps={{
              "aria-label": words.removeLanguage(languageName(code, inLanguage)),
              "aria-hidden": false,
              tabIndex: 0,
            }}
            onRemove={() => remove(at)}
          >
            {languageName(code, inLanguage)}
          </Pill>
        ))}
        <LanguageChoice
          shown={[...value]}
          choose={(code) => change([...value, code])}
          button={
            <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconPlus size={14} />}>
              {words.addLanguage}
            </Button>
          }
        />
      </Group>
    </Input.Wrapper>
  );
}
