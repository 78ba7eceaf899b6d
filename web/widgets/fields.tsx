import { Group, Input, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useId, useRef, useState } from "react";
import { useText } from "../platform/i18n/i18n.ts";
import { keptApart, readNumber } from "../platform/i18n/read-number.ts";
import { later } from "../platform/later.tsx";
import { fieldKey, languageAt } from "../saving/edit.ts";
import { type Field, type Source, useField } from "../saving/use-field.ts";
import { Part } from "./boundary.tsx";
import { FieldNote } from "./field-note.tsx";
import { useMayWrite } from "./may-write.ts";

const PlainValue = later(async () => ({ default: (await import("./plain-value.tsx")).PlainValue }));
const FieldProblem = later(async () => ({ default: (await import("./field-problem.tsx")).FieldProblem }));

/** What went wrong with a field; loaded when something does. */
const Problem = ({ source, path, field }: { source: Source; path: string; field: Field<unknown> }) =>
  (field.state.status === "failed" || field.state.status === "conflict") && (
    <Part place="line">
      <FieldProblem record={source.record} path={path} state={field.state} />
    </Part>
  );

type FrameProps = {
  source: Source;
  path: string;
  field: Field<unknown>;
  label: string;
  /** The id of the control that the label names. */
  control?: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** What is shown to someone who may not change the field; the value as text, where this is absent. */
  plain?: ReactNode;
  children?: ReactNode;
};

/** Label, state, the control itself and what went wrong with it. Who may not change the field sees it as plain text. */
export function FieldFrame({ source, path, field, label, control, hint, error, plain, children }: FrameProps) {
  const mayWrite = useMayWrite(path);
  const frame = { className: "field", "data-field": fieldKey(source.record, path), "data-state": field.state.status };
  const note = <FieldNote field={field} />;
  const problem = <Problem source={source} path={path} field={field} />;
  if (!mayWrite)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is a group of controls, and there are none
      <div role="group" aria-label={label} data-plain {...frame}>
        {/* Words are advice for who types. */}
        <FieldHead label={label} hint={typeof hint === "string" ? undefined : hint} note={note} />
        <Part place="line" wait={<span className="skeleton plain-loading" />}>
          {plain || <PlainValue value={field.value} lang={languageAt(path)} />}
        </Part>
        {problem}
      </div>
    );
  return (
    <div {...frame}>
      <FieldHead label={label} {...(control && { control })} hint={hint} note={note} />
      {children}
      {error && <Input.Error role="alert">{error}</Input.Error>}
      {problem}
    </div>
  );
}

type HeadProps = { label: ReactNode; control?: string; hint?: ReactNode; note?: ReactNode };

/** The line above a control: its label, a hint, and at the end whether it is saved. */
export const FieldHead = ({ label, control, hint, note }: HeadProps) => (
  <Group gap={8} wrap="nowrap" className="field-head">
    <Input.Label mb={0} flex="none" {...(control ? { htmlFor: control } : { labelElement: "div" })}>
      {label}
    </Input.Label>
    {hint && (
      <Text component="div" className="field-hint" size="xs" c="dimmed" truncate>
        {hint}
      </Text>
    )}
    {note}
  </Group>
);

type TextProps = {
  source: Source;
  path: string;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  lines?: number;
};

export function TextField({ source, path, label, hint, placeholder, lines }: TextProps) {
  const id = useId();
  const field = useField<string | undefined>(source, path);
  const bad = field.state.status === "failed" || field.state.status === "conflict";
  const language = languageAt(path);
  const shared = {
    id,
    lang: language,
    placeholder,
    value: field.value ?? "",
    error: bad,
    // An empty translation is removed, so that the original is shown again.
    onChange: (event: { currentTarget: { value: string } }) =>
      field.set(event.currentTarget.value || (language ? undefined : "")),
    onBlur: field.leave,
  };
  return (
    <FieldFrame source={source} path={path} field={field} label={label} control={id} hint={hint}>
      {lines ? <Textarea {...shared} rows={lines} /> : <TextInput {...shared} />}
    </FieldFrame>
  );
}

type NumberProps = { source: Source; path: string; label: string; hint?: ReactNode };

export function NumberField({ source, path, label, hint }: NumberProps) {
  const t = useText();
  const id = useId();
  const field = useField<number>(source, path);
  const [text, setText] = useState<string>();
  const before = useRef(field.value);
  const fault = text === undefined ? undefined : readNumber(text).fault;
  const type = (typed: string) => {
    if (text === undefined) before.current = field.value;
    setText(typed);
    // What was typed before may have been a number.
    field.set(readNumber(typed).value ?? before.current);
  };
  return (
    <FieldFrame
      source={source}
      path={path}
      field={field}
      label={label}
      control={id}
      hint={hint}
      error={fault && t.faults[fault]}
    >
      <TextInput
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={text ?? String(field.value)}
        error={fault !== undefined || field.state.status === "failed"}
        onChange={(event) => type(event.currentTarget.value)}
        onPaste={(event) => {
          const { currentTarget: input, clipboardData } = event;
          const { value, selectionStart, selectionEnd } = input;
          const text = clipboardData.getData("text/plain");
          const pasted = keptApart(text);
          if (pasted === text.trim()) return;
          event.preventDefault();
          input.setRangeText(pasted, selectionStart ?? value.length, selectionEnd ?? value.length, "end");
          type(input.value);
        }}
        onBlur={() => {
          if (!fault || !text?.trim()) setText(undefined);
          field.leave();
        }}
      />
    </FieldFrame>
  );
}

type SwitchProps = {
  source: Source;
  path: string;
  label: string;
  /** Whether it is to be switched on. */
  mayTurnOn?(): Promise<boolean>;
};

export function SwitchField({ source, path, label, mayTurnOn }: SwitchProps) {
  const field = useField<boolean>(source, path);
  if (!useMayWrite(path)) return <FieldFrame source={source} path={path} field={field} label={label} />;
  return (
    <Group gap="xs" flex="none" style={{ alignSelf: "center" }} data-field={fieldKey(source.record, path)}>
      <Switch
        label={label}
        checked={field.value}
        onChange={async ({ currentTarget: { checked } }) => {
          if (checked && !((await mayTurnOn?.()) ?? true)) return;
          field.set(checked);
          field.leave();
        }}
      />
      <FieldNote field={field} />
      <Problem source={source} path={path} field={field} />
    </Group>
  );
}
