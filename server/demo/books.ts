import type { DemoCategory, DemoItem } from "./demo-types";

const mystery: DemoItem[] = [
  {
    name: "The Lighthouse Ledger, Ingrid Maslow",
    quantity: 64,
    price: 16.5,
    discount: 0,
    tags: ["book", "mystery", "hardcover"],
    badges: ["bestseller"],
    simpleDescription:
      "A retired accountant finds a second set of books in a lighthouse, and a keeper who never existed.",
    description: [
      { key: "Author", value: "Ingrid Maslow" },
      { key: "Pages", value: "352" },
      { key: "Cover", value: "Hardcover" },
      { key: "Language", value: "English" },
    ],
    translations: {
      ru: {
        name: "«Бухгалтерия маяка», Ингрид Маслоу",
        simpleDescription:
          "Бухгалтер на пенсии находит на маяке вторую бухгалтерию и следы смотрителя, которого никогда не было.",
        description: [
          { key: "Автор", value: "Ингрид Маслоу" },
          { key: "Страниц", value: "352" },
          { key: "Переплёт", value: "Твёрдый" },
          { key: "Язык", value: "Английский" },
        ],
      },
    },
    comments: [
      {
        text: "Read it in two evenings. The twist with the tide tables is brilliant.",
        author: "Nora B.",
        stars: 5,
        daysAgo: 13,
      },
    ],
  },
  {
    name: "Murder at Platform Zero, Teo Brandel",
    quantity: 48,
    price: 12.9,
    discount: 10,
    tags: ["book", "mystery", "paperback"],
    badges: ["sale"],
    simpleDescription: "A night train, nine passengers and one ticket too many.",
    description: [
      { key: "Author", value: "Teo Brandel" },
      { key: "Pages", value: "288" },
      { key: "Cover", value: "Paperback" },
      { key: "Language", value: "English" },
    ],
    translations: {
      ru: {
        name: "«Убийство на нулевой платформе», Тео Брандел",
        simpleDescription: "Ночной поезд, девять пассажиров и один лишний билет.",
        description: [
          { key: "Автор", value: "Тео Брандел" },
          { key: "Страниц", value: "288" },
          { key: "Переплёт", value: "Мягкий" },
          { key: "Язык", value: "Английский" },
        ],
      },
    },
  },
];

const scienceFiction: DemoItem[] = [
  {
    name: "A Garden for Ceres Station, Amara Delquin",
    quantity: 39,
    price: 18,
    discount: 0,
    currency: "GBP",
    tags: ["book", "science-fiction", "hardcover"],
    badges: ["new", "staff-pick"],
    simpleDescription:
      "The last botanist of an asteroid colony has one season to grow something the miners will not eat.",
    description: [
      { key: "Author", value: "Amara Delquin" },
      { key: "Pages", value: "416" },
      { key: "Cover", value: "Hardcover" },
      { key: "Language", value: "English" },
    ],
    translations: {
      ru: {
        name: "«Сад для станции Церера», Амара Делкин",
        simpleDescription:
          "У последнего ботаника астероидной колонии есть один сезон, чтобы вырастить то, что шахтёры не съедят.",
        description: [
          { key: "Автор", value: "Амара Делкин" },
          { key: "Страниц", value: "416" },
          { key: "Переплёт", value: "Твёрдый" },
          { key: "Язык", value: "Английский" },
        ],
      },
    },
  },
  {
    name: "Slow Light, Quarrie Benholm",
    quantity: 21,
    price: 14,
    tags: ["book", "science-fiction", "short-stories"],
    simpleDescription: "Eleven quiet stories about messages that arrive a century late.",
    description: [
      { key: "Author", value: "Quarrie Benholm" },
      { key: "Pages", value: "240" },
      { key: "Cover", value: "Paperback" },
    ],
  },
];

const cookbooks: DemoItem[] = [
  {
    name: "One Pot, Four Seasons",
    quantity: 57,
    price: 28,
    discount: 15,
    tags: ["book", "cookbook", "gift"],
    badges: ["featured"],
    simpleDescription: "Eighty recipes for a single pot, arranged by what is ripe at the market.",
    description: [
      { key: "Author", value: "Livia Tarn" },
      { key: "Pages", value: "264" },
      { key: "Recipes", value: "80" },
      { key: "Cover", value: "Hardcover" },
    ],
    translations: {
      ru: {
        name: "«Одна кастрюля, четыре сезона»",
        simpleDescription:
          "Восемьдесят рецептов для одной кастрюли, собранных по сезонам: готовим то, что созрело на рынке.",
        description: [
          { key: "Автор", value: "Ливия Тарн" },
          { key: "Страниц", value: "264" },
          { key: "Рецептов", value: "80" },
          { key: "Переплёт", value: "Твёрдый" },
        ],
      },
    },
  },
];

const notebooks: DemoItem[] = [
  {
    name: "Quillmere Dotted Notebook A5",
    quantity: 310,
    price: 14.5,
    discount: 0,
    tags: ["notebook", "a5", "dotted"],
    badges: ["bestseller"],
    simpleDescription: "Thick cream paper that fountain pens love, numbered pages and two ribbons.",
    description: [
      { key: "Size", value: "A5" },
      { key: "Pages", value: "192, numbered" },
      { key: "Paper", value: "120 g/m²" },
      { key: "Cover", value: "Linen" },
    ],
    translations: {
      ru: {
        name: "Блокнот в точку Quillmere A5",
        simpleDescription: "Плотная кремовая бумага, которую любят перьевые ручки, нумерация страниц и два ляссе.",
        description: [
          { key: "Формат", value: "A5" },
          { key: "Страниц", value: "192, с нумерацией" },
          { key: "Бумага", value: "120 г/м²" },
          { key: "Обложка", value: "Лён" },
        ],
      },
    },
  },
  {
    name: "Quillmere Undated Weekly Planner",
    quantity: 95,
    price: 19,
    discount: 10,
    tags: ["planner", "weekly", "undated"],
    badges: ["sale"],
    simpleDescription: "A planner that starts whenever you do: a week on each spread and room for notes.",
    description: [
      { key: "Size", value: "B5" },
      { key: "Weeks", value: "53" },
      { key: "Binding", value: "Lay-flat" },
    ],
    translations: {
      ru: {
        name: "Недатированный еженедельник Quillmere",
        simpleDescription: "Еженедельник, который можно начать в любой день: неделя на развороте и место для заметок.",
      },
    },
  },
];

const pensPencils: DemoItem[] = [
  {
    name: "Quillmere Heron Fountain Pen",
    quantity: 28,
    price: 46,
    discount: 0,
    tags: ["fountain-pen", "gift", "writing"],
    badges: ["exclusive"],
    simpleDescription: "A slender brass pen with a smooth fine nib, in a gift box with two cartridges.",
    description: [
      { key: "Nib", value: "Fine, steel" },
      { key: "Body", value: "Lacquered brass" },
      { key: "Filling", value: "Cartridge or converter" },
      { key: "Color", value: "Grey" },
    ],
    translations: {
      ru: {
        name: "Перьевая ручка Quillmere Heron",
        simpleDescription:
          "Изящная латунная ручка с мягко пишущим тонким пером, в подарочной коробке с двумя картриджами.",
        description: [
          { key: "Перо", value: "Тонкое, сталь" },
          { key: "Корпус", value: "Лакированная латунь" },
          { key: "Заправка", value: "Картридж или конвертер" },
          { key: "Цвет", value: "Серый" },
        ],
      },
    },
  },
  {
    name: "Quillmere Sketch Pencils, 12 pcs",
    quantity: 150,
    price: 490,
    currency: "UAH",
    tags: ["pencils", "sketch", "art"],
    simpleDescription: "Twelve cedar pencils from 6B to 4H in a tin that survives a backpack.",
    description: [
      { key: "Pieces", value: "12" },
      { key: "Hardness", value: "6B–4H" },
      { key: "Wood", value: "Cedar" },
      { key: "Case", value: "Tin" },
    ],
    translations: {
      ru: {
        name: "Набор карандашей для скетчей Quillmere, 12 шт.",
        simpleDescription: "Двенадцать кедровых карандашей от 6B до 4H в жестяном пенале, который не боится рюкзака.",
        description: [
          { key: "Количество", value: "12" },
          { key: "Твёрдость", value: "6B–4H" },
          { key: "Древесина", value: "Кедр" },
          { key: "Пенал", value: "Жесть" },
        ],
      },
    },
  },
];

export const books: DemoCategory = {
  name: "Books & Stationery",
  ru: "Книги и канцелярия",
  subcategories: [
    {
      id: "books",
      name: "Books",
      ru: "Книги",
      subcategories: [
        {
          id: "fiction",
          name: "Fiction",
          ru: "Художественная литература",
          subcategories: [
            { id: "mystery", name: "Mystery", ru: "Детективы", items: mystery },
            { id: "science-fiction", name: "Science Fiction", ru: "Фантастика", items: scienceFiction },
          ],
        },
        { id: "cookbooks", name: "Cookbooks", ru: "Кулинария", items: cookbooks },
      ],
    },
    {
      id: "stationery",
      name: "Stationery",
      ru: "Канцелярия",
      subcategories: [
        { id: "notebooks", name: "Notebooks", ru: "Блокноты", items: notebooks },
        { id: "pens-pencils", name: "Pens & Pencils", ru: "Ручки и карандаши", items: pensPencils },
      ],
    },
  ],
};
