import { Box, Button, Code, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { limits } from "../../contract/limits.ts";
import { addressOf, type NodeKey, nodeKey, subtree } from "../catalog/tree.ts";
import { changeAddress, treeNow } from "../catalog/tree-data.ts";
import { explainReason } from "../platform/explain.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { saving } from "../saving/saving.ts";
import { DialogFoot, DialogFrame } from "../widgets/dialog-frame.tsx";

type Props = { projectId: string; node: NodeKey; close(): void };

const taken = { code: "id_taken", message: "" };

/** Changes the slug of a subcategory: shows the address now and after, and what else changes with it. */
export default function AddressDialog({ projectId, node: key, close }: Props) {
  const t = useText();
  // As it was when the dialog opened: the tree shows the new address before the service has answered.
  const [tree] = useState(() => treeNow(projectId));
  const node = tree?.nodes.get(key);
  const [id, setId] = useState(node?.id ?? "");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!tree || !node) return null;
  const below = subtree(tree, key);
  const items = below.reduce((sum, one) => sum + one.itemCount, 0);
  const now = addressOf(tree, key);
  const after = now.slice(0, now.lastIndexOf("/") + 1) + id;
  const valid = /^[\p{L}\p{M}\p{N}._~-]+$/u.test(id) && id !== "." && id !== ".." && id.length <= limits.idLength;
  const confirm = async () => {
    if (!valid || id === node.id) return;
    if (treeNow(projectId)?.nodes.has(nodeKey("subcategory", id))) return setError(explainReason(taken));
    setBusy(true);
    const outcome = await changeAddress(projectId, node, id);
    if (outcome.kind === "refused") {
      // The reason is shown at the field, so nothing is left to decide elsewhere.
      saving.discardAct(outcome.act);
      setError(explainReason(outcome.reason));
      setBusy(false);
      return;
    }
    close();
  };
  return (
    <DialogFrame close={close} size="lg" title={t.address.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <TextInput
          label={t.address.label}
          description={t.address.rules}
          value={id}
          data-autofocus
          spellCheck={false}
          error={error ?? (id !== "" && !valid ? t.address.invalid : undefined)}
          onChange={(event) => {
            setId(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Box component="dl" my="md" className="address-change">
          <Text component="dt" c="dimmed" size="sm">
            {t.address.now}
          </Text>
          <dd className="breaks">
            <Code>{now}</Code>
          </dd>
          <Text component="dt" c="dimmed" size="sm">
            {t.address.after}
          </Text>
          <dd className="breaks">
            <Code fw={id === node.id ? 400 : 600}>{after}</Code>
          </dd>
        </Box>
        <Text c="dimmed">
          {t.address.effect(below.length - 1, items)} {t.address.oldLinks}
        </Text>
        <DialogFoot cancel={close}>
          <Button type="submit" loading={busy} disabled={!valid || id === node.id}>
            {t.tree.changeAddress}
          </Button>
        </DialogFoot>
      </form>
    </DialogFrame>
  );
}
