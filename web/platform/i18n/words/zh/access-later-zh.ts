import type { accessLaterEn } from "../en/access-later-en.ts";

export const accessLaterZh: typeof accessLaterEn = {
  access: {
    signIn: "登录",
    signInHint: "会话已结束，请重新登录以保存输入的内容。",
    name: "用户名",
    password: "密码",
    code: "身份验证器应用中的验证码",
    signInByPasskey: "使用通行密钥登录",
    forgot: "忘记密码？",
    currentPassword: "当前密码",
    nameTaken: "此用户名已被使用。",
    nameRule: "只能包含文字、数字以及 . _ @ + -，且不能以符号开头。",
    wrongPassword: "密码不正确。",
  },
  viewOnly: {
    title: "仅可查看",
    hint: "此项目只能查看，不能修改。",
  },
  refusedEdit: {
    noLonger: "已无权修改此内容，因此更改未保存。",
    copy: "复制我的文本",
    copied: "已复制文本",
  },
};
