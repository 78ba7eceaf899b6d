import { type InterfaceLanguage, interfaceLanguageCodes } from "../../contract/constants.ts";
import { limits } from "../../contract/limits.ts";
import { requestedLanguages } from "../http/language.ts";

const english = {
  signIn: "Sign in",
  name: "Name",
  password: "Password",
  newPassword: "New password",
  passwordHint: `At least ${limits.shortestPassword} characters. Several words are easier to remember than signs.`,
  code: "Code from your authenticator app",
  forgot: "Forgot your password?",
  forgotTitle: "New password",
  forgotHint: "If there is a mail address for your name, we send you a link to set a new password.",
  sendLink: "Send the link",
  linkSent: "If there is a mail address for this name, the link is on its way. It works for a day.",
  backToSignIn: "Back to sign-in",
  byPasskey: "Sign in with a passkey",
  acceptByPasskey: "Use a passkey instead of a password",
  passkey: "Passkey",
  firstUser: "The first user",
  firstUserHint: "This person administers everything, and can invite others.",
  create: "Create and sign in",
  invitation: (shop: string) => `Welcome to ${shop}`,
  invitedBy: "{by} invites you to work on the catalog. Your name here is {name}.",
  accept: "Set password and sign in",
  reset: "New password",
  resetHint: "Set a new password for {name}. It ends all open sessions.",
  save: "Set password",
  linkGone: "This link does not work",
  toCatalog: "To the catalog",
  requestId: "Number of the request:",
  errors: {
    missing: {
      title: "There is nothing here",
      text: "The address may be mistyped, or what was here is gone.",
    },
    signIn: {
      title: "The sign-in did not work",
      text: "It took too long, or you have no account here. Try again, or ask an administrator.",
    },
    busy: {
      title: "The service cannot answer right now",
      text: "Wait a moment, then load the page again.",
    },
    broken: {
      title: "Something went wrong",
      text: "It is not your fault. Try again. If it goes on, tell the operator of the service the number below.",
    },
    refused: {
      title: "That is not possible",
      text: "The service does not take this request. The operator can find it by the number below.",
    },
  },
  faults: {
    link_not_valid: "It was used or revoked, has expired, or is not complete. Ask for a new one.",
    sign_in_failed: "The name, password or code is wrong.",
    first_user_failed: "The link does not work any more. Start the service again to get a new one.",
    weak_password: `This password is too easy to guess. Take at least ${limits.shortestPassword} characters, and no common password.`,
    invalid_body: "A name has letters, digits and . _ @ + - only, with a letter or digit first.",
    id_taken: "Another person already has this name.",
    rate_limited: "Too many attempts. Try again in {seconds} seconds.",
    passkey_failed: "The passkey did not work. Try again, or use your password.",
    route_not_found: "This service sends no mail. Ask an administrator for a link.",
    unreachable: "The service cannot be reached.",
    failed: "That did not work. Try again, or ask an administrator.",
  },
};

export type PageWords = typeof english;

const russian: PageWords = {
  signIn: "Войти",
  name: "Имя",
  password: "Пароль",
  newPassword: "Новый пароль",
  passwordHint: `Не меньше ${limits.shortestPassword} знаков. Несколько слов запомнить легче, чем набор символов.`,
  code: "Код из приложения-аутентификатора",
  forgot: "Забыли пароль?",
  forgotTitle: "Новый пароль",
  forgotHint: "Если для вашего имени указана почта, мы пришлём ссылку, чтобы задать новый пароль.",
  sendLink: "Прислать ссылку",
  linkSent: "Если для этого имени указана почта, ссылка уже в пути. Она действует сутки.",
  backToSignIn: "Вернуться ко входу",
  byPasskey: "Войти с ключом доступа",
  acceptByPasskey: "Ключ доступа вместо пароля",
  passkey: "Ключ доступа",
  firstUser: "Первый пользователь",
  firstUserHint: "Этот человек управляет всем и может приглашать других.",
  create: "Создать и войти",
  invitation: (shop) => `Добро пожаловать: ${shop}`,
  invitedBy: "{by} приглашает вас работать с каталогом. Ваше имя для входа: {name}.",
  accept: "Задать пароль и войти",
  reset: "Новый пароль",
  resetHint: "Задайте новый пароль для {name}. Все открытые сеансы завершатся.",
  save: "Задать пароль",
  linkGone: "Ссылка не работает",
  toCatalog: "К каталогу",
  requestId: "Номер запроса:",
  errors: {
    missing: {
      title: "Здесь ничего нет",
      text: "Возможно, в адресе опечатка или страницу удалили.",
    },
    signIn: {
      title: "Войти не получилось",
      text: "Вход занял слишком много времени, или у вас здесь нет учётной записи. Повторите или обратитесь к администратору.",
    },
    busy: {
      title: "Сервис сейчас не отвечает",
      text: "Подождите немного и обновите страницу.",
    },
    broken: {
      title: "Что-то пошло не так",
      text: "Вы ни при чём. Повторите. Если не поможет, сообщите номер ниже тому, кто отвечает за сервис.",
    },
    refused: {
      title: "Так не получится",
      text: "Сервис не принимает такой запрос. По номеру ниже его найдёт тот, кто отвечает за сервис.",
    },
  },
  faults: {
    link_not_valid: "Её уже использовали или отозвали, либо срок вышел, либо она неполная. Попросите новую.",
    sign_in_failed: "Имя, пароль или код неверны.",
    first_user_failed: "Ссылка больше не работает. Перезапустите сервис, чтобы получить новую.",
    weak_password: `Этот пароль легко угадать. Нужно не меньше ${limits.shortestPassword} знаков, и не из самых частых паролей.`,
    invalid_body: "В имени только буквы, цифры и знаки . _ @ + -, первой — буква или цифра.",
    id_taken: "Человек с таким именем уже есть.",
    rate_limited: "Слишком много попыток. Повторите через {seconds} с.",
    passkey_failed: "Ключ доступа не сработал. Повторите или введите пароль.",
    route_not_found: "Сервис не отправляет писем. Попросите ссылку у администратора.",
    unreachable: "Сервис недоступен.",
    failed: "Не получилось. Повторите или обратитесь к администратору.",
  },
};

export const pageWords: Record<InterfaceLanguage, PageWords> = { en: english, ru: russian };

const isKnown = (code: string | undefined): code is InterfaceLanguage =>
  interfaceLanguageCodes.some((known) => known === code);

/** The editor stores the language that someone chose there in this cookie. It is no secret. */
const chosen = /(?:^|;\s*)catalog-language=(\w+)/;

/** The language that the reader chose in the editor, or that their browser prefers. */
export function pageLanguage(request: Request): InterfaceLanguage {
  const own = chosen.exec(request.headers.get("cookie") ?? "")?.[1];
  if (isKnown(own)) return own;
  return requestedLanguages(undefined, request.headers.get("accept-language")).find(isKnown) ?? "en";
}
