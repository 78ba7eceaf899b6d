import { Button, Switch, TextInput } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { limits } from "../../contract/limits.ts";
import { useRights } from "../access/use-rights.ts";
import type { ItemFilters } from "../catalog/item-filters.ts";
import { isLeaf } from "../catalog/item-list.ts";
import type { TreeNode } from "../catalog/tree.ts";
import { chosenColumns } from "../items/grid/columns.ts";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { useStore } from "../platform/store.ts";
import { toast } from "../platform/toasts.ts";
import type { Opening } from "../widgets/anchor.tsx";
import { Popup } from "../widgets/popup.tsx";
import { queryOfView } from "./view-filters.ts";
import { suggestedName } from "./view-name.ts";
import { createView, mayShareViews } from "./views-data.ts";

type Props = { opening: Opening; projectId: string; node: TreeNode | undefined; filters: ItemFilters };

/** Asks for the name of a new view, and who sees it. */
export default function SaveViewForm(props: Props) {
  const { opening } = props;
  return (
    <Popup opening={opening} position="bottom-start" width={300} trapFocus returnFocus dropdown={{ p: "sm" }}>
      <Fields {...props} />
    </Popup>
  );
}

/** Drawn anew each time it opens, so that the name is that of the present filters. */
function Fields({ opening, projectId, node, filters }: Props) {
  const t = useText();
  const language = useStore(languageStore);
  const rights = useRights(projectId);
  const navigate = useNavigate();
  const { columns: _, ...search } = useSearch({ from: "/projects/$projectId" });
  const [name, setName] = useState(() => suggestedName(t, language, node, filters));
  const [shared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  const mayShare = mayShareViews(rights);
  const save = async () => {
    setBusy(true);
    const query = queryOfView(filters, node?.id);
    const columns = chosenColumns(node !== undefined && isLeaf(node)).get();
    const made = await createView(projectId, { name: name.trim(), shared, query, columns });
    setBusy(false);
    if (!made) return;
    opening.setOpened(false);
    toast(t.views.saved(made.name));
    void navigate({ to: "/projects/$projectId", params: { projectId }, search: { ...search, view: made.id } });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() && !busy) void save();
      }}
    >
      <TextInput
        label={t.views.name}
        size="sm"
        data-autofocus
        maxLength={limits.viewNameLength}
        value={name}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Switch
        my="sm"
        label={t.views.share}
        description={mayShare ? undefined : t.views.mayNotShare}
        disabled={!mayShare}
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <Button type="submit" size="xs" fullWidth loading={busy} disabled={!name.trim()}>
        {t.views.save}
      </Button>
    </form>
  );
}
