import { Button, Modal, type ModalProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../platform/i18n/i18n.ts";
import { useFocusBack } from "./use-focus-back.ts";

type Props = Omit<ModalProps, "opened" | "onClose" | "returnFocus" | "closeButtonProps"> & { close(): void };

/** What all dialogs share. A dialog is open for as long as it is drawn. */
export function DialogFrame({ close, ...given }: Props) {
  const t = useText();
  useFocusBack();
  return (
    <Modal opened onClose={close} returnFocus={false} closeButtonProps={{ "aria-label": t.common.close }} {...given} />
  );
}

type FootProps = {
  cancel(): void;
  /** Instead of "Cancel". */
  cancelWords?: string;
  /** Enter changes nothing: the main action is hard to take back. */
  cautious?: boolean;
  /** Another action, away from the two. */
  aside?: ReactNode;
  /** The button of the main action. */
  children: ReactNode;
};

/** The buttons at the end of a dialog, in sight however long it is: the main action at the right, Cancel beside it. */
export function DialogFoot({ cancel, cancelWords, cautious, aside, children }: FootProps) {
  const t = useText();
  return (
    <footer className="dialog-foot">
      {aside}
      <Button variant="default" onClick={cancel} data-autofocus={cautious || undefined}>
        {cancelWords ?? t.common.cancel}
      </Button>
      {children}
    </footer>
  );
}
