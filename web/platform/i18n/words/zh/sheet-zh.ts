import type { sheetEn } from "../en/sheet-en.ts";
import { plural } from "./phrases-later-zh.ts";

const cells = (count: number) => plural(count, { other: "个单元格" });
const rows = (count: number) => plural(count, { other: "行" });
const columns = (count: number) => plural(count, { other: "列" });

export const sheetZh: typeof sheetEn = {
  sheet: {
    selected: (range) => `已选 ${cells(range.cells)}：${rows(range.rows)}，${columns(range.columns)}`,
    copied: (count) => `已复制 ${cells(count)}`,
    copying: "正在加载要复制的行…",
    copyAgain: "行已加载，请再复制一次。",
    tooManyToCopy: (most) => `一次最多复制 ${rows(most)}。更多内容请使用导出。`,
    tooManyToPaste: (most) => `一次最多粘贴 ${rows(most)}。更多内容请使用导入。`,
    tooManyToChange: (most) => `在此一次最多修改 ${rows(most)}。如需修改更多，请选择商品后点击“编辑”。`,
    nothing: "没有可粘贴的文本。",
    notDone: {
      pasteCells: (count) => `${cells(count)}未粘贴。`,
      fillCells: (count) => `${cells(count)}未填充。`,
      clearCells: (count) => `${cells(count)}未清除。`,
      reorderItem: (count) => `${rows(count)}未移动。`,
    },
    order: {
      drag: "拖动可调整顺序，拖到目录树中可移动商品。按住 Ctrl 则为复制。",
      dragOut: "拖到目录树中可移动商品。按住 Ctrl 则为复制。",
      filtered: "如需手动调整顺序，请先清除排序和筛选条件。",
      branch: "商品的顺序在各自的子类目中设置，请打开子类目来调整。",
    },
    fault: (column, name, why) => `${[column, name].filter(Boolean).join("，")}：${why}`,
    rejected: (text, why) => (text ? `未接受“${text}”：${why}` : why),
    readOnly: (count) => `${cells(count)}在此处不能修改。`,
    leftOut: (columns) => `以下内容无法粘贴到此处，已略过：${columns}。`,
    outside: (count) => `${cells(count)}超出列表范围。`,
    newRow: "新行",
    newRowHint: "输入名称或粘贴多行",
    faults: {
      percentage: "须为 0 到 100 的整数。",
      yes_or_no: "请填写“是”或“否”。",
      unknown_currency: "请填写 USD、EUR、RUB、GBP 或 UAH。",
      edit_conflict: "其他人刚刚修改了此项。",
    },
  },
};
