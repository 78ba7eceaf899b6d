import type { picturesEn } from "../en/pictures-en.ts";

export const picturesRu: typeof picturesEn = {
  pictures: {
    drop: "Перетащите картинки сюда, вставьте из буфера или",
    pick: "выберите файлы",
    main: "Главная",
    moveLeft: "Раньше",
    moveRight: "Позже",
    remove: "Убрать картинку",
    picture: (position) => `Картинка ${position}`,
    open: "Открыть целиком",
    uploading: (name) => `Загружается ${name}`,
    failed: (name) => `Не удалось загрузить ${name}`,
    broken: "Не удалось показать картинку",
    byAddress: "Добавить по адресу",
    addressLabel: "Адрес картинки",
    focalPoint: "Точка фокуса",
    focalHint:
      "Когда витрина обрезает картинку до квадрата, эта точка остаётся в кадре. Щёлкните или перетащите, двигайте стрелками (с Shift — крупнее) или введите числа.",
    focalAt: (left, top) => `${left}% слева, ${top}% сверху`,
    squareCut: "Квадратный кадр",
    fromLeft: "Слева, %",
    fromTop: "Сверху, %",
    centre: "Вернуть в середину",
  },
};
