import type { projectsLaterEn } from "../en/projects-later-en.ts";

export const projectsLaterZh: typeof projectsLaterEn = {
  project: {
    create: "新建项目",
    submit: "创建项目",
    created: (name) => `已创建项目“${name}”`,
    change: "项目设置",
    name: "名称",
    nameHint: "商城的通用名称。",
    id: "ID",
    idHint: "可使用英文字母、数字、- 和 _。网址和程序会用到它，创建后不可更改。",
    idTaken: "已有项目使用此 ID。",
    idWrong: "最多 100 个英文字母、数字、- 或 _，并以字母或数字开头。",
    logo: "徽标",
    removeLogo: "移除徽标",
    active: "启用",
    activeHint: "停用的项目仍可编辑。读取项目列表的商店会看到它未在使用。",
    save: "保存",
  },
};
