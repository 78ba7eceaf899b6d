import type { accessEn } from "../en/access-en.ts";

export const accessRu: typeof accessEn = {
  access: {
    translateOnly: "Это можно переводить, но оригинал менять нельзя.",
    signOut: "Выйти",
    people: "Люди и ключи",
    account: "Моя учётная запись",
    save: "Сохранить",
  },
};
