import type { accessEn } from "../en/access-en.ts";

export const accessZh: typeof accessEn = {
  access: {
    translateOnly: "可以翻译，但不能修改原文。",
    signOut: "退出登录",
    people: "成员与密钥",
    account: "我的账号",
    save: "保存",
  },
};
