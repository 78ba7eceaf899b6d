import type { ActEffect } from "../saving/saving-features.ts";

/** The dialog that changes an address shows the reason itself. */
export const addressEffect: ActEffect = {
  refused: (act, _, late) => act.title.what === "changeAddress" && !late,
};
