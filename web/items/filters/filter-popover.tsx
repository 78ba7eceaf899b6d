import { ActionIcon, Group, NavLink, Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useText } from "../../platform/i18n/i18n.ts";
import type { Opening } from "../../widgets/anchor.tsx";
import { Popup } from "../../widgets/popup.tsx";
import { useFocusNext } from "../../widgets/use-focus-next.ts";
import { FilterEditor } from "./filter-editor.tsx";
import { type FilterKind, isSet, kinds } from "./filter-kinds.ts";
import type { Filtering } from "./filtering.ts";

type Props = Filtering & {
  opening: Opening;
  /** The filter to change; without one, people choose it first. */
  kind: FilterKind | undefined;
};

/** Adds a filter, or changes one. */
export default function FilterPopover({ opening, kind, ...filtering }: Props) {
  const t = useText();
  const [chosen, choose] = useState(kind);
  const body = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(body);
  const shown = kind ?? chosen;
  const show = (next: FilterKind | undefined) => {
    focusNext(next ? ".filter-body :is(input, button)" : ".filter-kinds button");
    choose(next);
  };
  return (
    <Popup
      opening={opening}
      position="bottom-start"
      width={290}
      trapFocus
      returnFocus
      dropdown={{ p: shown ? "sm" : 4 }}
      onChange={(opened) => {
        // A field applies what was typed just before when it loses the focus; removed with the focus, it would not.
        if (!opened && document.activeElement instanceof HTMLElement) document.activeElement.blur();
        opening.setOpened(opened);
      }}
      onOpen={() => choose(kind)}
    >
      <div ref={body}>
        {shown ? (
          <>
            <Group gap={4} mb="xs" wrap="nowrap">
              {!kind && (
                <ActionIcon size="sm" aria-label={t.common.back} onClick={() => show(undefined)}>
                  <IconArrowLeft size={15} />
                </ActionIcon>
              )}
              <Title order={3}>{t.filters.kinds[shown]}</Title>
            </Group>
            <div className="filter-body">
              <FilterEditor {...filtering} kind={shown} close={() => opening.setOpened(false)} />
            </div>
          </>
        ) : (
          <ul className="filter-kinds">
            {kinds.map((one, at) => (
              <li key={one}>
                <NavLink
                  component="button"
                  type="button"
                  py={4}
                  active={isSet(filtering.filters, one)}
                  data-autofocus={at === 0 || undefined}
                  label={t.filters.kinds[one]}
                  onClick={() => show(one)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Popup>
  );
}
