import { Button, Text } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { View } from "../../contract/views.ts";
import { workspaceStore } from "../actions/action.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useStore } from "../platform/store.ts";
import { DialogFoot, DialogFrame } from "../widgets/dialog-frame.tsx";
import { withoutView } from "./view-address.ts";
import { deleteView } from "./views-data.ts";

type Props = { projectId: string; view: View; close(): void };

/** A view is in no history, so its deletion cannot be undone. */
export default function DeleteViewDialog({ projectId, view, close }: Props) {
  const t = useText();
  const workspace = useStore(workspaceStore);
  const search = useSearch({ from: "/projects/$projectId", shouldThrow: false });
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const done = await deleteView(projectId, view.id);
    setBusy(false);
    if (!done) return;
    if (search?.view === view.id) workspace?.go(withoutView(search));
    close();
  };
  return (
    <DialogFrame close={close} title={t.views.deleteTitle(view.name)}>
      <Text c="dimmed">{view.shared ? t.views.deleteShared : t.views.deletePrivate}</Text>
      <DialogFoot cancel={close} cautious>
        <Button color="red" loading={busy} onClick={() => void confirm()}>
          {t.common.delete}
        </Button>
      </DialogFoot>
    </DialogFrame>
  );
}
