import { Button, type ButtonProps, SimpleGrid, Stack } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { DialogFoot } from "../widgets/dialog-frame.tsx";
import { change } from "./access-data.ts";
import { type FormFaults, FormFaultsContext, faultsByField } from "./form-faults.ts";

type Props = {
  /** The label and look of the button, which is disabled until the form is `ready`. */
  submit: string;
  button?: Pick<ButtonProps, "variant" | "color">;
  ready?: boolean;
  /** Sends the form. A refusal is shown at the fields that it is about, and leaves the form as it is. */
  send(): Promise<unknown>;
  done?(): void;
  /** Closes the dialog. A form without it is a single line. */
  cancel?(): void;
  /** What stands in the dialog between the form and its buttons, and is no part of the form. */
  after?: ReactNode;
  children: ReactNode;
};

/** A form about people, keys and passwords. It cannot be sent again before the service has answered. */
export function AccessForm({ submit, button, ready = true, send, done, cancel, after, children }: Props) {
  const [sending, setSending] = useState(false);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(noFaults);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const fields = useRef<FormFaults["fields"]>(new Set());
  const shared = useMemo<FormFaults>(
    () => ({
      faults,
      fields: fields.current,
      clear: (pointer) => setFaults((now) => (now.has(pointer) ? without(now, pointer) : now)),
      inLine: !cancel,
    }),
    [faults, cancel],
  );
  const [refused, setRefused] = useState(0);
  useEffect(() => {
    if (refused > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refused]);
  const mark = (error: unknown) => {
    const found = faultsByField(error, fields.current);
    if (!found) return false;
    setFaults(found);
    setRefused((times) => times + 1);
    return true;
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    setFaults(noFaults);
    const taken = await change(send, mark);
    setSending(false);
    if (taken) done?.();
  };
  const sender = (
    <Button type="submit" form={id} {...button} loading={sending} disabled={!ready}>
      {submit}
    </Button>
  );
  return (
    <FormFaultsContext value={shared}>
      <form ref={form} id={id} onSubmit={(event) => void onSubmit(event)}>
        {cancel ? (
          <Stack>{children}</Stack>
        ) : (
          <SimpleGrid minColWidth="170px" spacing="sm" mt="md" style={{ alignItems: "end" }}>
            {children}
            {sender}
          </SimpleGrid>
        )}
      </form>
      {after}
      {cancel && <DialogFoot cancel={cancel}>{sender}</DialogFoot>}
    </FormFaultsContext>
  );
}

const noFaults: ReadonlyMap<string, string> = new Map();

const without = (faults: ReadonlyMap<string, string>, pointer: string) =>
  new Map([...faults].filter(([at]) => at !== pointer));
