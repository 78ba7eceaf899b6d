import { categoryRecords, subcategoryRecords, treeEffect } from "./catalog/node-records.ts";
import { commentEffect } from "./comments/comment-effect.ts";
import { historyEffect } from "./history/history-effect.ts";
import { registerSheet } from "./items/grid/load-sheet.ts";
import { itemEffect, itemRecords } from "./items/item-records.ts";
import { withWords } from "./platform/i18n/later-words.ts";
import { registerFeatures } from "./saving/saving-features.ts";
import { refusedRowsEffect } from "./sheet/refused-rows.ts";
import { confirmationEffect } from "./translations/confirmed.ts";
import { addressEffect } from "./tree/address-effect.ts";
import { doneList, forgetDone, keepDoneList } from "./undo/done-store.ts";
import { listEffect, undoEffect } from "./undo/listed-acts.ts";
import { registerUndo } from "./undo/undoing.ts";

/** Tells the rooms below what the features above them bring. Called once, before anything is typed or sent. */
export function registerAll() {
  registerFeatures({
    records: { category: categoryRecords, subcategory: subcategoryRecords, item: itemRecords },
    effects: [
      undoEffect,
      listEffect,
      treeEffect,
      historyEffect,
      itemEffect,
      refusedRowsEffect,
      confirmationEffect,
      commentEffect,
      addressEffect,
    ],
    done: doneList.listener,
    personChanged: forgetDone,
  });
  registerSheet(async () => (await withWords(() => import("./sheet/cell-commands.ts"))).sheet);
  registerUndo(() => import("./undo/undo.ts"));
  keepDoneList();
}
