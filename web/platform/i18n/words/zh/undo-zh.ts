import type { undoEn } from "../en/undo-en.ts";

export const undoZh: typeof undoEn = {
  undo: {
    title: "我的操作",
    hint: "仅限此标签页，最新的在前",
    undo: "撤销",
    redo: "重做",
    undone: "已撤销",
    undoing: "正在撤销…",
    redoing: "正在重做…",
    field: (field, name, before, after) => `“${name}”的${field}：${before} → ${after}`,
    changed: (field, name) => `已修改“${name}”的${field}`,
    renamed: (before, after) => `已将“${before}”重命名为“${after}”`,
    shown: (name) => `已在商店中显示“${name}”`,
    hidden: (name) => `已在商店中隐藏“${name}”`,
    pictures: {
      added: (name) => `已为“${name}”添加图片`,
      removed: (name) => `已移除“${name}”的图片`,
      reordered: (name) => `已调整“${name}”的图片顺序`,
      changed: (name) => `已修改“${name}”的图片`,
    },
    changedBy: (who) => `此后 ${who} 又做了修改。`,
    kept: {
      changed_since: "此后又有修改。",
      deleted_since: "此后已被删除。",
      has_content: "此后其中添加了内容。",
      id_taken: "此网址现已被其他子类目使用。",
      parent_gone: "原来的位置已不存在。",
      parent_holds_items: "原来的位置现在包含商品。",
      parent_holds_subcategories: "原来的位置现在包含子类目。",
      below_itself: "原来的位置现在是它的下级。",
      expired: "时间过久，无法撤销。",
    },
  },
};
