import type { filtersEn } from "../en/filters-en.ts";

export const filtersZh: typeof filtersEn = {
  filters: {
    title: "筛选条件",
    add: "筛选",
    any: "不限",
    kinds: {
      place: "所属类目",
      visible: "可见性",
      quantity: "库存",
      price: "价格",
      currency: "币种",
      discount: "折扣",
      tags: "标签",
      badges: "角标",
      picture: "图片",
      missing: "未翻译",
      outdated: "译文过时",
      changedSince: "修改时间",
      changedBy: "修改人",
      commented: "评论",
    },
    modes: { any: "包含任一", all: "包含全部", none: "不包含" },
    mode: "组合方式",
    find: "查找值",
    noValues: "没有可选的值",
    from: "最小值",
    to: "最大值",
    crossed: "最小值大于最大值。",
    range: (name, low, high) =>
      low === high
        ? `${name} ${low}`
        : low === undefined
          ? `${name} ≤ ${high}`
          : high === undefined
            ? `${name} ≥ ${low}`
            : `${name} ${low} – ${high}`,
    outOfStock: "缺货",
    inStock: "有货",
    withPicture: "有图片",
    noPicture: "无图片",
    withComments: "有评论",
    noComments: "无评论",
    missing: (language) => `未翻译：${language}`,
    outdated: (language) => `译文过时：${language}`,
    periods: { today: "今天", "7d": "最近 7 天", "30d": "最近 30 天" },
    changed: { today: "今天修改过", "7d": "最近 7 天修改过", "30d": "最近 30 天修改过" },
    sinceDay: "从这一天起",
    changedAfter: (day) => `修改时间不早于 ${day}`,
    changedBy: (who) => `修改人：${who}`,
    person: "用户名或密钥名称",
    in: (place) => `位于“${place}”`,
    sorted: (field, arrow) => `按${field}排序 ${arrow}`,
    lastChanged: "最近修改的在前",
    longestUnchanged: "最久未修改的在前",
    bestMatch: "最匹配的在前",
  },
};
