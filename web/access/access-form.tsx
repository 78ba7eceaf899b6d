import { Button, type ButtonProps } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useText } from "../i18n/i18n.ts";
import { change } from "./access-data.ts";

type Props = {
  /** On a page, in a dialog with its own footer, or on a single line. */
  layout: "page-form" | "dialog-form" | "dialog-line";
  /** The label and look of the button, which is disabled until the form is `ready`. */
  submit: string;
  button?: Pick<ButtonProps, "size" | "variant" | "color">;
  ready?: boolean;
  /** Sends the form. A refusal is shown, and leaves the form as it is. */
  send(): Promise<unknown>;
  done?(): void;
  cancel?(): void;
  children: ReactNode;
};

/** A form about people, keys and passwords. It cannot be sent again before the service has answered. */
export function AccessForm({ layout, submit, button, ready = true, send, done, cancel, children }: Props) {
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
    <form className={layout} onSubmit={(event) => void onSubmit(event)}>
      {children}
      {cancel ? (
        <div className="dialog-foot">
          <Button variant="default" onClick={cancel}>
            {t.common.cancel}
          </Button>
          {sender}
        </div>
      ) : (
        sender
      )}
    </form>
  );
}
