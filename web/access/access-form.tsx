import { Button, type ButtonProps, SimpleGrid, Stack } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { DialogFoot } from "../components/dialog-frame.tsx";
import { useText } from "../i18n/i18n.ts";
import { change } from "./access-data.ts";

type Props = {
  /** The label and look of the button, which is disabled until the form is `ready`. */
  submit: string;
  button?: Pick<ButtonProps, "variant" | "color">;
  ready?: boolean;
  /** Sends the form. A refusal is shown, and leaves the form as it is. */
  send(): Promise<unknown>;
  done?(): void;
  /** Closes the dialog. A form without it is a single line. */
  cancel?(): void;
  children: ReactNode;
};

/** A form about people, keys and passwords. It cannot be sent again before the service has answered. */
export function AccessForm({ submit, button, ready = true, send, done, cancel, children }: Props) {
  const t = useText();
  const [sending, setSending] = useState(false);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    const taken = await change(send);
    setSending(false);
    if (taken) done?.();
  };
  const sender = (
    <Button type="submit" {...button} loading={sending} disabled={!ready}>
      {submit}
    </Button>
  );
  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      {cancel ? (
        <>
          <Stack>{children}</Stack>
          <DialogFoot>
            <Button variant="default" onClick={cancel}>
              {t.common.cancel}
            </Button>
            {sender}
          </DialogFoot>
        </>
      ) : (
        <SimpleGrid minColWidth="170px" spacing="sm" mt="md" style={{ alignItems: "end" }}>
          {children}
          {sender}
        </SimpleGrid>
      )}
    </form>
  );
}
