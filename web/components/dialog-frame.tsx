import { Group, Modal, type ModalProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../i18n/i18n.ts";
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

/** The buttons at the end of a dialog. */
export const DialogFoot = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end" gap="xs" mt="lg">
    {children}
  </Group>
);
