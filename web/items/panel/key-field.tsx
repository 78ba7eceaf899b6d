import { TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { useText } from "../../platform/i18n/i18n.ts";
import { type Source, useField } from "../../saving/use-field.ts";
import { FieldFrame } from "../../widgets/fields.tsx";

/** Saved on leaving the field: half a key may be that of another item. */
export function KeyField({ source }: { source: Source }) {
  const t = useText();
  const id = useId();
  const field = useField<string | undefined>(source, "key");
  const [typed, setTyped] = useState<string>();
  const leave = () => {
    if (typed !== undefined && typed.trim() !== (field.value ?? "")) field.set(typed.trim());
    setTyped(undefined);
    field.leave();
  };
  return (
    <FieldFrame source={source} path="key" field={field} label={t.item.key} control={id} hint={t.item.keyHint}>
      <TextInput
        id={id}
        autoComplete="off"
        value={typed ?? field.value ?? ""}
        error={field.state.status === "failed" || field.state.status === "conflict"}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && leave()}
        onBlur={leave}
      />
    </FieldFrame>
  );
}
