import type { ActionContext } from "../actions/action.ts";
import { ExportDialog } from "../exports/export-dialog.tsx";
import { BulkDialog } from "../items/bulk/bulk-dialog.tsx";
import { DeleteItemsDialog } from "../items/bulk/delete-items-dialog.tsx";
import { EmptyPricesDialog } from "../items/bulk/empty-prices-dialog.tsx";
import { MoveItemsDialog } from "../items/bulk/move-items-dialog.tsx";
import { ShowItemsDialog } from "../items/bulk/show-items-dialog.tsx";
import { AddressDialog } from "../tree/address-dialog.tsx";
import { DeleteNodeDialog } from "../tree/delete-node-dialog.tsx";
import { MoveNodeDialog } from "../tree/move-node-dialog.tsx";
import { DeleteViewDialog } from "../views/delete-view-dialog.tsx";
import { closeDialog, type Dialog } from "../widgets/dialogs.ts";
import { Palette } from "./palette.tsx";
import { ShortcutSheet } from "./shortcut-sheet.tsx";

export default function DialogHost({ dialog, context }: { dialog: Dialog; context: ActionContext }) {
  switch (dialog.kind) {
    case "palette":
      return <Palette context={context} close={closeDialog} />;
    case "shortcuts":
      return <ShortcutSheet context={context} close={closeDialog} />;
    case "delete-node":
      return <DeleteNodeDialog {...dialog} context={context} close={closeDialog} />;
    case "address":
      return <AddressDialog {...dialog} close={closeDialog} />;
    case "move-node":
      return <MoveNodeDialog {...dialog} close={closeDialog} />;
    case "bulk-edit":
      return <BulkDialog {...dialog} close={closeDialog} />;
    case "move-items":
      return <MoveItemsDialog {...dialog} context={context} close={closeDialog} />;
    case "delete-items":
      return <DeleteItemsDialog {...dialog} context={context} close={closeDialog} />;
    case "show-items":
      return <ShowItemsDialog {...dialog} close={closeDialog} />;
    case "empty-prices":
      return <EmptyPricesDialog {...dialog} close={closeDialog} />;
    case "export":
      return <ExportDialog {...dialog} close={closeDialog} />;
    case "delete-view":
      return <DeleteViewDialog {...dialog} context={context} close={closeDialog} />;
  }
}
