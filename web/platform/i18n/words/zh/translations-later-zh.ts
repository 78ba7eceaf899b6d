import { number } from "../../numbers.ts";
import type { translationsLaterEn } from "../en/translations-later-en.ts";
import { plural } from "./phrases-later-zh.ts";

export const translationsLaterZh: typeof translationsLaterEn = {
  board: {
    title: "翻译",
    subtitle: "目录中的所有文本，以及各销售语言的译文。",
    show: "显示",
    states: { todo: "待处理", missing: "未翻译", stale: "已过时", all: "全部" },
    branches: "类目",
    branch: "类目",
    whole: "整个项目",
    done: "已完成",
    nothingYet: "暂无内容",
    counts: {
      todo: (count) => plural(count, { other: "条待处理" }),
      missing: (count) => plural(count, { other: "条未翻译" }),
      stale: (count) => plural(count, { other: "条已过时" }),
      all: (count) => plural(count, { other: "条文本" }),
    },
    shown: (count) => `已显示 ${number(count, "zh")} 条`,
    showAll: "显示全部文本",
    hint: (newLine, copy) => `Enter：保存并继续 · ${newLine}：描述内换行 · ${copy}：复制原文`,
    translate: (field, of, language) => `“${of}”的${field}（${language}）`,
    open: (name) => `打开“${name}”：`,
    before: "之前：",
    removed: "已移除：",
    copySource: "复制原文",
    copySourceOf: (what) => `复制原文：${what}`,
    end: "这是最后一条文本。",
    shortcuts: {
      title: "在翻译工作台中",
      next: "保存并转到下一条文本",
      newLine: "在描述内换行",
      step: "上一条或下一条文本",
      copySource: "复制原文作为译文",
      confirm: "标为仍适用，并转到下一条文本",
    },
  },
  catalogLanguage: {
    title: "目录显示语言",
    original: (name) => `${name} · 原文`,
    note: "没有译文的名称显示原文。",
    none: "还没有任何翻译。",
  },
};
