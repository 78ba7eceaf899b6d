import type { projectsEn } from "../en/projects-en.ts";

export const projectsZh: typeof projectsEn = {
  projects: {
    title: "项目",
    subtitle: "选择要打开哪个商城的商品目录。",
    add: "新建项目",
    inactive: "已停用",
  },
};
