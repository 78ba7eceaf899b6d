import type { treeEn } from "../en/tree-en.ts";
import { items, subcategories } from "./phrases-zh.ts";

const below = (nodes: number, count: number) =>
  [nodes > 0 ? subcategories(nodes) : "", count > 0 ? items(count) : ""].filter(Boolean);

export const treeZh: typeof treeEn = {
  tree: {
    title: "目录树",
    filter: "筛选目录树",
    addCategory: "添加类目",
    addSubcategory: "添加子类目",
    newCategory: "新类目",
    newSubcategory: "新子类目",
    rename: "重命名",
    renameLabel: (name) => `“${name}”的新名称`,
    hidden: "已在商店中隐藏",
    hide: "在商店中隐藏",
    show: "在商店中显示",
    details: "详情",
    changeAddress: "更改网址",
    moveTo: "移动到…",
    moveUp: "上移",
    moveDown: "下移",
    moveIn: "移入上一个类目",
    moveOut: "移出一级",
    actionsOf: (name) => `“${name}”的操作`,
    expand: "展开",
    collapse: "收起",
    position: (position, of) => `第 ${position} 位（共 ${of} 位）`,
    topLevel: "顶层",
    renamed: (before) => `已重命名“${before}”`,
  },
  deleteNode: {
    title: (name) => `删除“${name}”？`,
    alone: "其中没有内容。",
    with: (nodes, count) => `还会一并删除 ${below(nodes, count).join("和 ")}。`,
  },
  address: {
    title: "商城网址",
    label: "网址片段",
    now: "当前",
    after: "更改后",
    effect: (nodes, count) =>
      nodes + count === 0
        ? "只会更改此页面的网址。"
        : `此页面及其下所有内容的网址都会更改：${below(nodes, count).join("、")}。`,
    oldLinks: "系统会记住旧网址，访问旧网址时返回新网址。",
    rules: "文字、数字以及 - _ . ~",
    invalid: "网址只能包含文字、数字以及 - _ . ~ 符号。",
    copy: "复制网址",
    copied: "已复制网址",
  },
  move: {
    title: (name) => `移动“${name}”`,
    titleItems: (count) => `移动 ${items(count)}`,
    copyItems: (count) => `复制 ${items(count)}`,
    confirm: "移到此处",
    confirmCopy: "复制到此处",
  },
  node: {
    category: "类目",
    subcategory: "子类目",
    name: "名称",
    visible: "在商店中显示",
    priority: "排序值",
    priorityHint: "数值越小越靠前",
    picture: "图片",
    address: "网址",
    names: "其他语言的名称",
    showAll: (count) => `显示全部 ${count} 个`,
  },
};
