import { refresh } from "../platform/refresh.ts";
import type { ActEffect } from "../saving/saving-features.ts";

export const historyEffect: ActEffect = { settled: () => void refresh({ queryKey: ["history"] }) };
