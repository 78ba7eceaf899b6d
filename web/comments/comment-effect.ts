import { keys } from "../platform/api.ts";
import { refresh } from "../platform/refresh.ts";
import type { ActCall } from "../saving/act.ts";
import type { ActEffect } from "../saving/saving-features.ts";

const ofComments = new Set<ActCall>(["createComment", "deleteComment", "setCommentState"]);

export const commentEffect: ActEffect = {
  async settled({ requests }) {
    if (!requests.some(({ call }) => ofComments.has(call))) return;
    const shown = [keys.comments, keys.item(requests[0]?.params?.itemId ?? "")];
    await Promise.all(shown.map((queryKey) => refresh({ queryKey })));
  },
};
