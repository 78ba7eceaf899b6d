import type { picturesEn } from "../en/pictures-en.ts";

export const picturesZh: typeof picturesEn = {
  pictures: {
    drop: "将图片拖到此处、直接粘贴，或",
    pick: "选择文件",
    main: "主图",
    moveLeft: "前移",
    moveRight: "后移",
    remove: "移除图片",
    picture: (position) => `图片 ${position}`,
    open: "查看原图",
    uploading: (name) => `正在上传“${name}”`,
    failed: (name) => `“${name}”上传失败`,
    broken: "图片无法显示",
    byAddress: "通过网址添加",
    addressLabel: "图片网址",
    focalPoint: "焦点",
    focalHint:
      "商店将图片裁剪成正方形时，会保留此处。可点击或拖动、使用方向键（按住 Shift 可加大步幅），也可直接输入数值。",
    focalAt: (left, top) => `距左侧 ${left}%，距顶部 ${top}%`,
    squareCut: "正方形裁剪",
    fromLeft: "距左侧（%）",
    fromTop: "距顶部（%）",
    centre: "重置到中心",
  },
};
