import { type InputHTMLAttributes, type ReactNode, useId } from "react";

type Props = { label: string; hint?: string; children(id: string): ReactNode };

/** A control with its label above it, and a hint below where it needs one. */
export function Labelled({ label, hint, children }: Props) {
  const id = useId();
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
      </div>
      {children(id)}
      {hint && <p className="field-hint field-hint-whole">{hint}</p>}
    </div>
  );
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> & {
  label: string;
  hint?: string;
  value: string;
  change(value: string): void;
};

export function LabelledInput({ label, hint, value, change, ...rest }: InputProps) {
  return (
    <Labelled label={label} {...(hint && { hint })}>
      {(id) => (
        <input
          {...rest}
          id={id}
          className="control"
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    </Labelled>
  );
}
