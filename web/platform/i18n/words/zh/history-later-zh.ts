import type { HistoryEntry } from "../../../../../contract/changes.ts";
import type { ChangedField, Subject } from "../../change-words.ts";
import type { historyLaterEn } from "../en/history-later-en.ts";
import { plural } from "./phrases-later-zh.ts";

type Kind = HistoryEntry["kind"];
const fieldNames: Record<ChangedField, string> = {
  name: "名称",
  price: "价格",
  discount: "折扣",
  currency: "币种",
  quantity: "库存",
  priority: "排序值",
  tags: "标签",
  badges: "角标",
  imgs: "图片",
  img: "图片",
  simpleDescription: "简短描述",
  description: "属性",
  id: "网址",
  key: "编码",
};
const kinds: Record<Kind, string> = { item: "商品", category: "类目", subcategory: "子类目" };
const things = (kind: Kind, count: number) => plural(count, { other: `个${kinds[kind]}` });
/** 等 counts the named one too. */
const thing = ({ kind, name, others }: Subject) => {
  if (name === undefined) return `此${kinds[kind]}${others > 0 ? `及另外 ${things(kind, others)}` : ""}`;
  return others > 0 ? `“${name}”等 ${things(kind, others + 1)}` : `${kinds[kind]}“${name}”`;
};
/** Empty where the whole list is about the thing. */
const about = (subject: Subject, before: string, after: string) =>
  subject.name === undefined ? "" : `${before}${thing(subject)}${after}`;
const ofThing = (subject: Subject) => about(subject, "", "的");
const forThing = (subject: Subject) => about(subject, "为", "");
const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join("、");
const pictures = (count: number) => plural(count, { other: "张图片" });
const translation = (subject: Subject, field: ChangedField, language: string) =>
  `${about(subject, "", "")}${fieldNames[field]}的${language}译文`;

export const historyLaterZh: typeof historyLaterEn = {
  sentences: {
    by: (who) => who,
    created: (subject) => `创建了${thing(subject)}`,
    deleted: (subject) => `删除了${thing(subject)}`,
    restored: (subject) => `恢复了${thing(subject)}`,
    renamed: (subject, before) => `重命名了${thing(subject)}，原名“${before}”`,
    shown: (subject) => `在商店中显示了${thing(subject)}`,
    hidden: (subject) => `在商店中隐藏了${thing(subject)}`,
    moved: (subject, from, to) => `将${thing(subject)}从“${from}”移至“${to}”`,
    commented: (subject, text) => `${about(subject, "评论了", "") || "发表了评论"}：“${text}”`,
    commentChanged: (subject, text) => `修改了${ofThing(subject)}评论：“${text}”`,
    commentDeleted: (subject, text) => `删除了${ofThing(subject)}评论：“${text}”`,
    commentResolved: (subject) => `解决了${ofThing(subject)}一条评论`,
    commentReopened: (subject) => `重新打开了${ofThing(subject)}一条评论`,
    picturesAdded: (subject, count) => `${forThing(subject)}添加了 ${pictures(count)}`,
    picturesRemoved: (subject, count) => `移除了${ofThing(subject)} ${pictures(count)}`,
    picturesOrdered: (subject) => `调整了${ofThing(subject)}图片顺序`,
    wordsAdded: (subject, field, words) => `${forThing(subject)}添加了${fieldNames[field]}${quoted(words)}`,
    wordsRemoved: (subject, field, words) => `移除了${ofThing(subject)}${fieldNames[field]}${quoted(words)}`,
    value: (subject, field, before, after) => `将${ofThing(subject)}${fieldNames[field]}由 ${before} 改为 ${after}`,
    set: (subject, field, after) => `将${ofThing(subject)}${fieldNames[field]}设为 ${after}`,
    cleared: (subject, field) => `清除了${ofThing(subject)}${fieldNames[field]}`,
    changed: (subject, field) => `修改了${ofThing(subject)}${fieldNames[field]}`,
    translated: (subject, field, language) => `将${ofThing(subject)}${fieldNames[field]}译成了${language}`,
    translationChanged: (subject, field, language) => `修改了${translation(subject, field, language)}`,
    translationRemoved: (subject, field, language) => `移除了${translation(subject, field, language)}`,
    translationConfirmed: (subject, field, language) => `确认了${translation(subject, field, language)}`,
    translationUnconfirmed: (subject, field, language) => `取消了对${translation(subject, field, language)}的确认`,
    several: (subject, count) => `修改了${ofThing(subject)} ${plural(count, { other: "个字段" })}`,
    imported: "导入了",
    importUndone: "撤销了导入的",
    byUndo: "撤销",
  },
};
