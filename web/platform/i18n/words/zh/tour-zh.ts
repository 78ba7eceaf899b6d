import type { tourEn } from "../en/tour-en.ts";

export const tourZh: typeof tourEn = {
  tour: {
    step: (step, of) => `${step} / ${of}`,
    next: "下一步",
    skip: "跳过引导",
    done: "完成",
    steps: {
      tree: {
        title: "欢迎！先从目录树开始",
        text: () => "这是演示目录，可以放心尝试。点击类目即可打开；拖动子类目，其中的商品会一起移动。",
      },
      grid: {
        title: "直接在列表中编辑",
        text: () => "选中单元格即可输入，就像在表格里一样，也可以复制、粘贴和填充。所有更改都会自动保存。",
      },
      item: {
        title: "商品的全部信息",
        text: (key) =>
          `图片、属性、标签和评论都在这里。按 ${key("alt+j")} 或 ${key("alt+k")} 可切换到下一个或上一个商品。`,
      },
      translations: {
        title: "原文与译文对照",
        text: () => "每条原文旁边就是译文，未翻译和已过时的排在最前面。",
      },
      undo: {
        title: "所有更改都可以撤销",
        text: (key) => `按 ${key("mod+z")}，或点击此按钮，从列表中选择要撤销的更改。历史记录中可以查看每个人的操作。`,
      },
    },
  },
};
