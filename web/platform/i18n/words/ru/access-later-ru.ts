import type { accessLaterEn } from "../en/access-later-en.ts";

export const accessLaterRu: typeof accessLaterEn = {
  access: {
    signIn: "Войти",
    signInHint: "Сеанс закончился. Войдите, чтобы сохранить набранное.",
    name: "Имя",
    password: "Пароль",
    code: "Код из приложения-аутентификатора",
    signInByPasskey: "Войти с ключом доступа",
    forgot: "Забыли пароль?",
    currentPassword: "Текущий пароль",
    nameTaken: "Человек с таким именем уже есть.",
    nameRule: "Только буквы, цифры и знаки . _ @ + -, первой — буква или цифра.",
    wrongPassword: "Это не ваш пароль.",
  },
  /** For who may change nothing in a project. */
  viewOnly: {
    title: "Только просмотр",
    hint: "Этот проект можно смотреть, но нельзя менять.",
  },
  /** An edit that was refused because the person may not change the field any more. */
  refusedEdit: {
    noLonger: "Менять это больше нельзя, поэтому правка не сохранена.",
    copy: "Скопировать мой текст",
    copied: "Текст скопирован",
  },
};
