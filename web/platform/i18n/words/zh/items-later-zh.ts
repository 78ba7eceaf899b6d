import type { itemsLaterEn } from "../en/items-later-en.ts";
import { plural } from "./phrases-later-zh.ts";

export const itemsLaterZh: typeof itemsLaterEn = {
  itemSections: {
    inItem: "在打开的商品中",
    keys: "下一个或上一个分区",
  },
  grid: { compact: "紧凑行高" },
  itemMenu: { duplicate: "创建副本" },
  pasted: {
    pasted: (count) => `已粘贴 ${plural(count, { other: "个属性" })}`,
    parts: (added, changed) => `（新增 ${added}，修改 ${changed}）`,
    notPasted: (lines) => `未粘贴：${lines}。`,
    line: (number, text, why) => `第 ${number} 行“${text}”（${why}）`,
    more: (count) => `以及另外 ${plural(count, { other: "行" })}`,
    faults: {
      no_pair: "缺少冒号",
      no_name: "缺少名称",
      name_too_long: "名称过长",
      value_too_long: "值过长",
      invalid_text: "含有无法保存的字符",
      too_many: "商品的属性过多",
    },
  },
};
