import { limits } from "../../contract/limits.ts";
import type { wordsEn } from "./words-en.ts";

export const wordsZh: typeof wordsEn = {
  signIn: "登录",
  name: "用户名",
  password: "密码",
  newPassword: "新密码",
  passwordHint: `至少 ${limits.shortestPassword} 个字符。几个词语组成的密码比符号更容易记住。`,
  code: "身份验证器应用中的验证码",
  forgot: "忘记密码？",
  forgotTitle: "重置密码",
  forgotHint: "如果该用户名绑定了邮箱，我们会发送用于设置新密码的链接。",
  sendLink: "发送链接",
  linkSent: "如果该用户名绑定了邮箱，链接已经发出，一天内有效。",
  backToSignIn: "返回登录",
  byPasskey: "使用通行密钥登录",
  acceptByPasskey: "改用通行密钥，无需密码",
  passkey: "通行密钥",
  firstUser: "首位用户",
  firstUserHint: "该用户是管理员，拥有全部权限，并可邀请其他人。",
  create: "创建并登录",
  invitation: (shop) => `欢迎加入“${shop}”`,
  invitedBy: ({ by, name }) => `${by} 邀请你一起管理商品目录。你的用户名是 ${name}。`,
  accept: "设置密码并登录",
  reset: "重置密码",
  resetHint: (name) => `为 ${name} 设置新密码。所有登录中的会话都会结束。`,
  save: "设置密码",
  linkGone: "此链接无效",
  toCatalog: "前往目录",
  requestId: "请求编号：",
  seconds: { other: "秒" },
  errors: {
    missing: {
      title: "找不到页面",
      text: "网址可能有误，或原有内容已被删除。",
    },
    signIn: {
      title: "登录失败",
      text: "登录超时，或该账号不存在。请重试，或联系管理员。",
    },
    busy: {
      title: "服务器暂时无法响应",
      text: "请稍候，然后重新加载页面。",
    },
    broken: {
      title: "出错了",
      text: "这是系统的问题，请重试。如果仍然出错，请将下方编号告知系统运维人员。",
    },
    refused: {
      title: "无法执行此操作",
      text: "服务器不接受此请求。系统运维人员可凭下方编号查找原因。",
    },
  },
  faults: {
    link_not_valid: "链接已使用、已撤回、已过期或不完整。请索取新链接。",
    sign_in_failed: "用户名、密码或验证码不正确。",
    first_user_failed: "链接已失效。请重新启动服务以获取新链接。",
    weak_password: `密码过于简单。请至少使用 ${limits.shortestPassword} 个字符，并避免常见密码。`,
    invalid_body: "用户名只能包含文字、数字以及 . _ @ + -，且不能以符号开头。",
    id_taken: "此用户名已被使用。",
    rate_limited: (wait) => `尝试次数过多，请在 ${wait}后重试。`,
    passkey_failed: "通行密钥验证失败。请重试，或使用密码登录。",
    route_not_found: "系统不发送邮件，请向管理员索取链接。",
    unreachable: "无法连接到服务器。",
    failed: "操作失败。请重试，或联系管理员。",
  },
  mails: {
    invitation: ({ shop, name, by, url, until }) => ({
      subject: `邀请加入“${shop}”`,
      text: `你好！

${by} 邀请你一起管理“${shop}”的商品目录。你的用户名是 ${name}。

请打开以下链接，设置密码并登录：

${url}

链接只能使用一次，有效期至 ${until}。如果这封邮件与你无关，请忽略。
`,
    }),
    reset: ({ shop, name, url, until }) => ({
      subject: `重置“${shop}”的密码`,
      text: `你好！

请打开以下链接，为 ${name} 设置“${shop}”的新密码：

${url}

链接只能使用一次，有效期至 ${until}。如果你没有申请重置密码，忽略此邮件即可，密码不会改变。
`,
    }),
  },
};
