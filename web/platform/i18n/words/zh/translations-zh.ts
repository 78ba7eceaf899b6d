import type { translationsEn } from "../en/translations-en.ts";

export const translationsZh: typeof translationsEn = {
  translations: {
    missing: "未翻译",
    stale: "原文已更改",
    stillRight: "仍适用",
    confirm: (what) => `仍适用：${what}`,
    copied: "与原文相同",
    rightSo: "无需翻译",
    confirmCopy: (what) => `无需翻译：${what}`,
    addLanguage: "添加语言",
    choose: "选择语言",
    copyStructure: "从原文开始",
    madeFrom: (text) => `译自“${text}”`,
    catalogLanguage: "目录语言",
  },
};
