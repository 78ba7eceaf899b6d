import type { treeLaterEn } from "../en/tree-later-en.ts";

export const treeLaterZh: typeof treeLaterEn = {
  places: {
    search: "按名称查找类目",
    noMatch: "没有匹配的类目",
    leafOnly: "商品只能放入没有下级的子类目。",
    here: "当前就在这里。",
    itemsHere: "商品当前就在这里。",
    itself: "子类目不能移入自身。",
    hasItems: "其中有商品，不能再包含子类目。",
    notYours: "无权修改目录的这个部分。",
  },
};
