import { withWords } from "../platform/i18n/later-words.ts";
import type { ActEffect } from "../saving/saving-features.ts";

export const refusedRowsEffect: ActEffect = {
  settled(act) {
    if (!act.refusedRows) return;
    void withWords(() => import("./refused-cells.ts")).then(({ reportRefusedRows }) => reportRefusedRows(act));
  },
};
