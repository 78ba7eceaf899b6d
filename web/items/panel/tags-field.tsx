import { useId } from "react";
import { type Source, useField } from "../../saving/use-field.ts";
import { FieldFrame } from "../../widgets/fields.tsx";
import { TagsInput } from "../tags-input.tsx";

type Props = { source: Source; path: "tags" | "badges"; label: string; placeholder: string };

export function TagsField({ source, path, label, placeholder }: Props) {
  const id = useId();
  const field = useField<string[]>(source, path);
  return (
    <FieldFrame source={source} path={path} field={field} label={label} control={id}>
      <TagsInput
        id={id}
        value={field.value}
        words={path}
        placeholder={placeholder}
        change={(tags) => {
          field.set(tags);
          field.leave();
        }}
      />
    </FieldFrame>
  );
}
