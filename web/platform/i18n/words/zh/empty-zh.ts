import type { emptyEn } from "../en/empty-en.ts";

export const emptyZh: typeof emptyEn = {
  empty: {
    projects: {
      title: "还没有项目",
      what: "一个项目对应一个商城及其商品目录。",
      ask: "请联系管理员开通项目权限。",
    },
    catalog: {
      title: "目录为空",
      what: "类目和子类目组成目录树，商品放在最末级的子类目中。",
      how: "先添加一个类目，例如“电子产品”。",
    },
    choose: {
      title: "在目录树中选择一个类目",
      what: "其中的子类目或商品会显示在这里。按 Ctrl K 可按名称查找任意内容。",
    },
    branch: {
      title: "还没有子类目",
      what: "商品归属于子类目。",
      how: "请先添加一个。",
    },
    leaf: {
      title: "这里还没有内容",
      what: "此子类目的商品会列在这里。",
      how: "添加第一个商品，或从表格粘贴多行。",
    },
    items: {
      title: "还没有商品",
      what: "商品归属于子类目。",
      how: "打开一个子类目，即可添加第一个商品。",
    },
    noItem: {
      title: "没有匹配的商品",
      what: "此列表中没有符合关键词和筛选条件的商品。",
      how: "换个关键词，或扩大搜索范围。",
    },
    noNode: {
      title: "没有匹配的类目",
      what: "筛选范围包括各语言的名称和网址。",
    },
    changes: {
      title: "还没有更改",
      what: "每次更改都会列在这里，并可撤销。",
    },
    noChange: {
      title: "没有匹配的更改",
      what: "换个关键词，或选择更长的时间段。",
    },
    trash: {
      title: "回收站为空",
      what: "删除的内容会列在这里，可以恢复。",
    },
    comments: {
      title: "没有未解决的评论",
      what: "商品的评论会显示在这里，直到有人将其解决。",
      how: "打开商品即可发表评论。",
    },
    resolvedComments: {
      title: "没有已解决的评论",
      what: "评论解决后会显示在这里。",
    },
    itemComments: {
      title: "还没有评论",
      what: "关于此商品的问题和备注会显示在这里，相关成员都能看到。",
    },
    mentions: {
      title: "还没有人提及你",
      what: "有人在评论中用 @ 提及你时，会在这里通知。",
    },
    undo: {
      title: "暂无可撤销的操作",
      what: "所做的更改会列在这里，每一项都可以单独撤销。",
    },
    translated: {
      title: "全部翻译完成",
      what: "此类目的所有文本都已译成该语言。",
    },
    noneMissing: {
      title: "没有未翻译的文本",
      what: "此类目的每条文本都有该语言的译文。",
    },
    noneStale: {
      title: "没有过时的译文",
      what: "此类目的文本在译成该语言后都没有更改过。",
    },
    texts: {
      title: "暂无需要翻译的内容",
      what: "目录中有类目和商品后，文本会显示在这里。",
    },
    keys: {
      title: "还没有密钥",
      what: "密钥只赋予程序所需的权限，例如用于导入、商店前台或报表。",
    },
    people: {
      title: "目前只有你一个人",
      what: "每位成员用自己的用户名登录，只能进行权限内的操作。",
      how: "邀请第一位成员，将生成的链接发给对方即可。",
    },
    audit: {
      title: "还没有记录",
      what: "登录和权限更改会列在这里。",
    },
    noEntry: {
      title: "没有匹配的记录",
      what: "名称须与记录中显示的完全一致。",
    },
    imports: {
      title: "还没有导入记录",
      what: "每次导入和其中的行都会列在这里，可以整体撤销。请在上方选择文件开始导入。",
    },
  },
};
