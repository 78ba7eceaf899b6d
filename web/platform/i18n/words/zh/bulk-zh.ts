import type { bulkEn, Lack } from "../en/bulk-en.ts";
import { items, plural } from "./phrases-later-zh.ts";

const lackNames: Record<Lack, string> = { name: "尚未单独命名", price: "没有价格", picture: "没有图片" };

export const bulkZh: typeof bulkEn = {
  bulk: {
    title: (count) => `编辑 ${items(count)}`,
    field: "字段",
    value: "新值",
    preview: "将发生的更改",
    changes: (count) => `将修改 ${items(count)}`,
    unchanged: (count) => plural(count, { other: "个无需修改" }),
    more: (count) => `以及另外 ${items(count)}`,
    apply: (count) => `修改 ${items(count)}`,
    addField: "再添加一个字段",
    removeField: (field) => `不修改“${field}”`,
    nothing: "选择字段和值，即可预览更改。",
    titleMatching: (count) => `编辑符合条件的全部 ${items(count)}`,
    matching: (count) => `${items(count)}符合条件`,
    looking: "正在计算更改…",
    noPreview: "离线时无法预览更改。联网后会自动提交。",
    operations: "统一的数值，或 +5、−5、*1.5、+10 %、−10 %",
    round: "取整",
    noRounding: "不取整",
    roundings: { "0.99": "到 .99", "0.5": "到 0.5", "1": "到整数" },
    way: "操作",
    ways: { add: "添加", remove: "移除", set: "替换整个列表" },
    findAndReplace: "查找和替换",
    replaceIn: "范围",
    replaceLanguage: "语言",
    original: "原文",
    find: "查找",
    replaceBy: "替换为",
  },
  emptyPrices: {
    titleOf: (name) => `移除“${name}”的价格？`,
    title: (count) => `移除 ${plural(count, { other: "个可见商品" })}的价格？`,
    what: "商店正在显示，移除后将免费提供。",
    keep: "保留价格",
    remove: "移除价格",
  },
  showing: {
    titleOf: (name) => `在商店中显示“${name}”？`,
    title: (count) => `在商店中显示 ${plural(count, { other: "个未完善的商品" })}？`,
    lacks: (lacks) => `此商品${lacks.map((lack) => lackNames[lack]).join("、")}。`,
    counts: {
      name: (count) => `${items(count)}尚未单独命名`,
      price: (count) => `${items(count)}没有价格`,
      picture: (count) => `${items(count)}没有图片`,
    },
    unfinished: "商店中将显示未完善的商品",
    keep: "保持隐藏",
    show: "仍然显示",
  },
};
