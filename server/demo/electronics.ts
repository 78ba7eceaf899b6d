import type { DemoCategory, DemoItem } from "./demo-types";
import { moreHeadphones } from "./headphones.ts";

const flagshipSmartphones: DemoItem[] = [
  {
    name: "Veyra Aurora 9 Pro 256 GB",
    quantity: 42,
    price: 949,
    discount: 5,
    tags: ["smartphone", "5g", "oled", "flagship"],
    badges: ["new", "featured"],
    simpleDescription:
      "A bright 6.7-inch flagship with a three-lens camera that keeps its nerve after dark. Charges to 60% over a coffee break.",
    description: [
      { key: "Display", value: "6.7 in OLED, 120 Hz" },
      { key: "Memory", value: "12 GB / 256 GB" },
      { key: "Main camera", value: "50 MP + 48 MP + 12 MP" },
      { key: "Battery", value: "5000 mAh, 65 W" },
      { key: "Protection", value: "IP68" },
      { key: "Weight", value: "204 g" },
    ],
    translations: {
      ru: {
        name: "Смартфон Veyra Aurora 9 Pro 256 ГБ",
        simpleDescription:
          "Яркий флагман с экраном 6,7 дюйма и тройной камерой, которая уверенно снимает в темноте. Заряжается до 60% за время чашки кофе.",
        description: [
          { key: "Экран", value: "6,7 дюйма, OLED, 120 Гц" },
          { key: "Память", value: "12 ГБ / 256 ГБ" },
          { key: "Основная камера", value: "50 Мп + 48 Мп + 12 Мп" },
          { key: "Аккумулятор", value: "5000 мА·ч, 65 Вт" },
          { key: "Защита", value: "IP68" },
          { key: "Вес", value: "204 г" },
        ],
      },
    },
    comments: [
      {
        text: "Night shots are the best I have seen on a phone. Battery easily lasts until the next morning.",
        author: "Daniel R.",
        stars: 5,
        daysAgo: 6,
      },
    ],
  },
  {
    name: "Tavoska Fold One",
    quantity: 7,
    price: 1499,
    discount: 0,
    tags: ["smartphone", "foldable", "5g"],
    badges: ["exclusive", "limited"],
    simpleDescription: "A book-style foldable that opens into a 7.8-inch tablet and still fits in a jacket pocket.",
    description: [
      { key: "Inner display", value: "7.8 in OLED" },
      { key: "Outer display", value: "6.3 in OLED" },
      { key: "Memory", value: "16 GB / 512 GB" },
      { key: "Hinge", value: "Rated for 400,000 folds" },
      { key: "Color", value: "Graphite" },
    ],
    translations: {
      ru: {
        name: "Складной смартфон Tavoska Fold One",
        simpleDescription:
          "Складной смартфон-книжка: раскрывается в планшет с экраном 7,8 дюйма и при этом помещается в карман куртки.",
        description: [
          { key: "Внутренний экран", value: "7,8 дюйма, OLED" },
          { key: "Внешний экран", value: "6,3 дюйма, OLED" },
          { key: "Память", value: "16 ГБ / 512 ГБ" },
          { key: "Шарнир", value: "Рассчитан на 400 000 складываний" },
          { key: "Цвет", value: "Графитовый" },
        ],
      },
    },
  },
];

const budgetSmartphones: DemoItem[] = [
  {
    name: "Veyra Spark 3 128 GB",
    quantity: 180,
    price: 179,
    discount: 10,
    tags: ["smartphone", "budget", "dual-sim"],
    badges: ["bestseller", "sale"],
    simpleDescription: "An honest everyday phone with a big battery, two SIM slots and a real headphone jack.",
    description: [
      { key: "Display", value: "6.5 in IPS, 90 Hz" },
      { key: "Memory", value: "6 GB / 128 GB" },
      { key: "Main camera", value: "50 MP" },
      { key: "Battery", value: "5200 mAh" },
    ],
    translations: {
      ru: {
        name: "Смартфон Veyra Spark 3 128 ГБ",
        simpleDescription:
          "Надёжный смартфон на каждый день: ёмкий аккумулятор, две SIM-карты и настоящий разъём для наушников.",
        description: [
          { key: "Экран", value: "6,5 дюйма, IPS, 90 Гц" },
          { key: "Память", value: "6 ГБ / 128 ГБ" },
          { key: "Основная камера", value: "50 Мп" },
          { key: "Аккумулятор", value: "5200 мА·ч" },
        ],
      },
    },
    comments: [
      {
        text: "Bought it for my father, he charges it twice a week and is happy.",
        author: "Marta K.",
        stars: 5,
        daysAgo: 11,
      },
      {
        text: "За свои деньги отличный телефон, но стекло лучше сразу заклеить плёнкой.",
        stars: 4,
        daysAgo: 33,
      },
    ],
  },
  {
    name: "Olmera Lite 2",
    quantity: 65,
    price: 11990,
    discount: 0,
    currency: "RUB",
    tags: ["smartphone", "budget", "compact"],
    simpleDescription: "A compact phone for calls, maps and messengers that is easy to use with one hand.",
    description: [
      { key: "Display", value: "5.8 in IPS" },
      { key: "Memory", value: "4 GB / 64 GB" },
      { key: "Battery", value: "4000 mAh" },
      { key: "Weight", value: "158 g" },
    ],
    translations: {
      ru: {
        name: "Смартфон Olmera Lite 2",
        simpleDescription: "Компактный смартфон для звонков, карт и мессенджеров: удобно пользоваться одной рукой.",
      },
    },
  },
];

const tablets: DemoItem[] = [
  {
    name: "Tavoska Slate 11",
    quantity: 38,
    price: 429,
    discount: 8,
    tags: ["tablet", "stylus", "study"],
    badges: ["featured"],
    simpleDescription: "An 11-inch tablet with a stylus in the box, made for notes, sketches and films on the train.",
    description: [
      { key: "Display", value: "11 in IPS, 2560 × 1600" },
      { key: "Memory", value: "8 GB / 128 GB" },
      { key: "Battery", value: "8600 mAh" },
      { key: "Included", value: "Stylus, charger" },
    ],
    translations: {
      ru: {
        name: "Планшет Tavoska Slate 11",
        simpleDescription:
          "Планшет с экраном 11 дюймов и стилусом в комплекте: для конспектов, набросков и фильмов в дороге.",
        description: [
          { key: "Экран", value: "11 дюймов, IPS, 2560 × 1600" },
          { key: "Память", value: "8 ГБ / 128 ГБ" },
          { key: "Аккумулятор", value: "8600 мА·ч" },
          { key: "В комплекте", value: "Стилус, зарядное устройство" },
        ],
      },
    },
  },
  {
    name: "Olmera Junior 8",
    quantity: 0,
    price: 139,
    discount: 15,
    tags: ["tablet", "kids"],
    badges: ["sale"],
    simpleDescription: "A sturdy 8-inch tablet in a soft bumper case, with parental time limits built in.",
    description: [
      { key: "Display", value: "8 in IPS" },
      { key: "Memory", value: "4 GB / 64 GB" },
      { key: "Case", value: "Shockproof silicone" },
      { key: "Age", value: "3+" },
    ],
  },
];

const headphones: DemoItem[] = [
  {
    name: "Lumkin Hush 700 Wireless Headphones",
    quantity: 96,
    price: 229,
    discount: 12,
    tags: ["headphones", "wireless", "noise-cancelling"],
    badges: ["bestseller", "hot"],
    simpleDescription: "Over-ear headphones with adaptive noise cancelling and up to 45 hours of music on one charge.",
    description: [
      { key: "Type", value: "Over-ear, closed" },
      { key: "Noise cancelling", value: "Adaptive, 3 modes" },
      { key: "Battery life", value: "Up to 45 h" },
      { key: "Charging", value: "Type-C, 10 min = 5 h" },
    ],
    translations: {
      ru: {
        name: "Беспроводные наушники Lumkin Hush 700",
        simpleDescription: "Полноразмерные наушники с адаптивным шумоподавлением: до 45 часов музыки на одном заряде.",
        description: [
          { key: "Тип", value: "Полноразмерные, закрытые" },
          { key: "Шумоподавление", value: "Адаптивное, 3 режима" },
          { key: "Время работы", value: "До 45 ч" },
          { key: "Зарядка", value: "Type-C, 10 мин = 5 ч" },
        ],
      },
    },
    comments: [
      {
        text: "I fly every week and these are the only ones that make the engine noise disappear.",
        author: "Oliver T.",
        stars: 5,
        daysAgo: 3,
      },
      {
        text: "Do they connect to two devices at the same time?",
        daysAgo: 14,
      },
    ],
  },
  {
    name: "Lumkin Pebble Earbuds",
    quantity: 210,
    price: 69,
    tags: ["earbuds", "wireless", "sport"],
    badges: ["new"],
    simpleDescription: "Tiny earbuds with a secure fit for running and a case smaller than a matchbox.",
    description: [
      { key: "Type", value: "In-ear" },
      { key: "Battery life", value: "8 h + 24 h with case" },
      { key: "Protection", value: "IPX5" },
      { key: "Color", value: "Sea salt" },
    ],
    translations: {
      ru: {
        name: "Беспроводные наушники-вкладыши Lumkin Pebble",
        simpleDescription: "Миниатюрные наушники с надёжной посадкой для бега и футляром меньше спичечного коробка.",
        description: [
          { key: "Тип", value: "Внутриканальные" },
          { key: "Время работы", value: "8 ч + 24 ч с футляром" },
          { key: "Защита", value: "IPX5" },
          { key: "Цвет", value: "Морская соль" },
        ],
      },
    },
  },
  ...moreHeadphones,
];

const portableSpeakers: DemoItem[] = [
  {
    name: "Lumkin Boulder Outdoor Speaker",
    quantity: 54,
    price: 119,
    discount: 20,
    tags: ["speaker", "wireless", "waterproof", "outdoor"],
    badges: ["sale"],
    simpleDescription: "A waterproof speaker that floats, shrugs off sand and plays all day at the lake.",
    description: [
      { key: "Power", value: "30 W" },
      { key: "Battery life", value: "Up to 20 h" },
      { key: "Protection", value: "IP67" },
      { key: "Weight", value: "780 g" },
    ],
    translations: {
      ru: {
        name: "Портативная колонка Lumkin Boulder",
        simpleDescription: "Водонепроницаемая колонка: не тонет, не боится песка и играет весь день у озера.",
        description: [
          { key: "Мощность", value: "30 Вт" },
          { key: "Время работы", value: "До 20 ч" },
          { key: "Защита", value: "IP67" },
          { key: "Вес", value: "780 г" },
        ],
      },
    },
  },
  {
    name: "Zephyrix Nook Shelf Speaker",
    visible: false,
    quantity: 12,
    price: 159,
    discount: 0,
    currency: "EUR",
    tags: ["speaker", "wireless", "home"],
    simpleDescription: "A walnut-veneer speaker for the bookshelf with warm, room-filling sound.",
    description: [
      { key: "Power", value: "40 W" },
      { key: "Finish", value: "Walnut veneer" },
      { key: "Inputs", value: "Wireless, line-in, optical" },
    ],
    translations: {
      ru: {
        name: "Полочная колонка Zephyrix Nook",
      },
    },
  },
];

const laptops: DemoItem[] = [
  {
    name: "Zephyrix Drift 14 Ultralight",
    quantity: 25,
    price: 1099,
    discount: 7,
    tags: ["laptop", "ultrabook", "work"],
    badges: ["staff-pick", "featured"],
    simpleDescription: "A 1.1 kg laptop with a magnesium body and enough battery for a full working day.",
    description: [
      { key: "Display", value: "14 in IPS, 2880 × 1800" },
      { key: "Processor", value: "10 cores, up to 4.6 GHz" },
      { key: "Memory", value: "16 GB / 1 TB SSD" },
      { key: "Battery life", value: "Up to 17 h" },
      { key: "Ports", value: "2 × Type-C, 1 × Type-A, audio" },
      { key: "Weight", value: "1.1 kg" },
    ],
    translations: {
      ru: {
        name: "Ультрабук Zephyrix Drift 14",
        simpleDescription: "Ноутбук весом 1,1 кг в магниевом корпусе: заряда хватает на полный рабочий день.",
        description: [
          { key: "Экран", value: "14 дюймов, IPS, 2880 × 1800" },
          { key: "Процессор", value: "10 ядер, до 4,6 ГГц" },
          { key: "Память", value: "16 ГБ / SSD 1 ТБ" },
          { key: "Время работы", value: "До 17 ч" },
          { key: "Порты", value: "2 × Type-C, 1 × Type-A, аудио" },
          { key: "Вес", value: "1,1 кг" },
        ],
      },
    },
  },
  {
    name: "Zephyrix Forge 16 Gaming",
    quantity: 9,
    price: 1649,
    discount: 10,
    tags: ["laptop", "gaming", "high-performance"],
    badges: ["hot"],
    simpleDescription: "A 16-inch gaming laptop with a fast 240 Hz screen and a cooling system that stays polite.",
    description: [
      { key: "Display", value: "16 in IPS, 240 Hz" },
      { key: "Processor", value: "16 cores, up to 5.2 GHz" },
      { key: "Graphics", value: "12 GB dedicated" },
      { key: "Memory", value: "32 GB / 2 TB SSD" },
    ],
    translations: {
      ru: {
        name: "Игровой ноутбук Zephyrix Forge 16",
        simpleDescription: "Игровой ноутбук с быстрым экраном 16 дюймов на 240 Гц и на удивление тихим охлаждением.",
        description: [
          { key: "Экран", value: "16 дюймов, IPS, 240 Гц" },
          { key: "Процессор", value: "16 ядер, до 5,2 ГГц" },
          { key: "Видеокарта", value: "Дискретная, 12 ГБ" },
          { key: "Память", value: "32 ГБ / SSD 2 ТБ" },
        ],
      },
    },
  },
];

export const electronics: DemoCategory = {
  name: "Electronics",
  ru: "Электроника",
  subcategories: [
    {
      id: "phones-tablets",
      name: "Phones & Tablets",
      ru: "Телефоны и планшеты",
      subcategories: [
        {
          id: "smartphones",
          name: "Smartphones",
          ru: "Смартфоны",
          subcategories: [
            { id: "flagship-smartphones", name: "Flagship", ru: "Флагманы", items: flagshipSmartphones },
            { id: "budget-smartphones", name: "Budget", ru: "Бюджетные", items: budgetSmartphones },
          ],
        },
        { id: "tablets", name: "Tablets", ru: "Планшеты", items: tablets },
      ],
    },
    {
      id: "audio",
      name: "Audio",
      ru: "Аудио",
      subcategories: [
        { id: "headphones", name: "Headphones", ru: "Наушники", items: headphones },
        { id: "portable-speakers", name: "Portable Speakers", ru: "Портативные колонки", items: portableSpeakers },
      ],
    },
    { id: "laptops", name: "Laptops", ru: "Ноутбуки", items: laptops },
  ],
};
