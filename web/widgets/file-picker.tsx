import type { RefObject } from "react";

type Props = {
  /** To open it: `ref.current?.click()`. */
  ref: RefObject<HTMLInputElement | null>;
  label?: string | undefined;
  accept: string;
  multiple?: boolean | undefined;
  take(files: File[]): void;
};

/** The browser's dialog to choose files. The same file can be chosen again. */
export const FilePicker = ({ ref, label, accept, multiple, take }: Props) => (
  <input
    ref={ref}
    type="file"
    aria-label={label}
    accept={accept}
    multiple={multiple}
    hidden
    onChange={(event) => {
      take([...(event.currentTarget.files ?? [])]);
      event.currentTarget.value = "";
    }}
  />
);
