import type { exportsEn } from "../en/exports-en.ts";
import { items } from "./phrases-later-zh.ts";

export const exportsZh: typeof exportsEn = {
  exporting: {
    title: "导出",
    what: (total) => `将此列表中的 ${items(total)}导出为文件。`,
    whatever: "将此列表中的商品导出为文件。",
    format: "格式",
    xlsx: "Excel",
    separator: "分隔符",
    comma: "逗号",
    semicolon: "分号",
    tab: "制表符",
    pipe: "竖线",
    csvHint: "要在表格软件中编辑列表，请选择 Excel：这类软件会把 CSV 中的 0070 变成 70。",
    columns: "列",
    allColumns: "所有列，包括每种语言和每个属性",
    shownColumns: "仅列表中显示的列",
    also: "还可下载：",
    template: "空白模板",
    tree: "目录树",
    download: "下载",
  },
};
