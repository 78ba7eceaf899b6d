import { Button, type ButtonProps } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useText } from "../i18n/i18n.ts";
import { change } from "./access-data.ts";

type Props = {
  /** On a page, in a dialog with a foot of its own, or one line of either. */
  layout: "page-form" | "dialog-form" | "dialog-line";
  /** What the button says and how it looks; it waits until everything is `ready`. */
  submit: string;
  button?: Pick<ButtonProps, "size" | "variant" | "color">;
  ready?: boolean;
  /** What is asked of the service. A refusal is told, and leaves the form as it is. */
  send(): Promise<unknown>;
  done?(): void;
  cancel?(): void;
  children: ReactNode;
};

/** A form about people, keys and passwords. While the service answers it cannot be sent a second time. */
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
