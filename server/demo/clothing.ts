import type { DemoCategory, DemoItem } from "./demo-types";

const womensCoats: DemoItem[] = [
  {
    name: "Wrenfold Belted Wool Coat",
    quantity: 16,
    price: 259,
    discount: 15,
    tags: ["coat", "wool", "autumn"],
    badges: ["featured", "sale"],
    simpleDescription: "A mid-length wool coat with a soft belt and pockets deep enough for gloves and a book.",
    description: [
      { key: "Composition", value: "80% wool, 20% polyamide" },
      { key: "Lining", value: "Viscose" },
      { key: "Length", value: "108 cm" },
      { key: "Sizes", value: "XS–XL" },
      { key: "Color", value: "Camel" },
    ],
    translations: {
      ru: {
        name: "Шерстяное пальто с поясом Wrenfold",
        simpleDescription:
          "Шерстяное пальто средней длины с мягким поясом и глубокими карманами: поместятся и перчатки, и книга.",
        description: [
          { key: "Состав", value: "80% шерсть, 20% полиамид" },
          { key: "Подкладка", value: "Вискоза" },
          { key: "Длина", value: "108 см" },
          { key: "Размеры", value: "XS–XL" },
          { key: "Цвет", value: "Кэмел" },
        ],
      },
    },
    comments: [
      {
        text: "Beautiful cut. It runs a size large, so I exchanged M for S without any trouble.",
        author: "Elena V.",
        stars: 4,
        daysAgo: 21,
      },
    ],
  },
  {
    name: "Wrenfold Boiled Wool Cocoon Coat",
    visible: false,
    quantity: 0,
    price: 219,
    tags: ["coat", "wool", "oversize"],
    simpleDescription: "A rounded boiled-wool coat without a lining, for the first cool evenings.",
    description: [
      { key: "Composition", value: "100% boiled wool" },
      { key: "Fit", value: "Oversize" },
      { key: "Sizes", value: "S–L" },
      { key: "Color", value: "Moss" },
    ],
    translations: {
      ru: {
        name: "Пальто-кокон Wrenfold из варёной шерсти",
        simpleDescription: "Пальто-кокон из варёной шерсти без подкладки: для первых прохладных вечеров.",
      },
    },
  },
];

const womensJackets: DemoItem[] = [
  {
    name: "Kestovia Drizzle Rain Jacket",
    quantity: 58,
    price: 98,
    discount: 0,
    tags: ["jacket", "rain", "waterproof"],
    badges: ["eco-choice"],
    simpleDescription: "A seam-sealed rain jacket made from recycled yarn that folds into its own pocket.",
    description: [
      { key: "Fabric", value: "100% recycled polyester" },
      { key: "Waterproofing", value: "10,000 mm" },
      { key: "Hood", value: "Adjustable" },
      { key: "Sizes", value: "XS–XXL" },
    ],
    translations: {
      ru: {
        name: "Дождевик Kestovia Drizzle",
        simpleDescription:
          "Куртка от дождя с проклеенными швами из переработанной пряжи. Складывается в собственный карман.",
        description: [
          { key: "Ткань", value: "100% переработанный полиэстер" },
          { key: "Водонепроницаемость", value: "10 000 мм" },
          { key: "Капюшон", value: "Регулируемый" },
          { key: "Размеры", value: "XS–XXL" },
        ],
      },
    },
  },
];

const womensDresses: DemoItem[] = [
  {
    name: "Mirelune Meadow Midi Dress",
    quantity: 34,
    price: 76,
    discount: 30,
    tags: ["dress", "summer", "viscose", "print"],
    badges: ["sale", "hot"],
    simpleDescription: "A floaty midi dress in a small wildflower print, with real pockets.",
    description: [
      { key: "Composition", value: "100% viscose" },
      { key: "Length", value: "Midi, 118 cm" },
      { key: "Sleeve", value: "Short" },
      { key: "Sizes", value: "XS–XL" },
    ],
    translations: {
      ru: {
        name: "Платье миди Mirelune Meadow",
        simpleDescription: "Струящееся платье миди с мелким принтом из полевых цветов и настоящими карманами.",
        description: [
          { key: "Состав", value: "100% вискоза" },
          { key: "Длина", value: "Миди, 118 см" },
          { key: "Рукав", value: "Короткий" },
          { key: "Размеры", value: "XS–XL" },
        ],
      },
    },
  },
  {
    name: "Mirelune Column Knit Dress",
    quantity: 27,
    price: 89,
    discount: 0,
    currency: "GBP",
    tags: ["dress", "knit", "office"],
    badges: ["new"],
    simpleDescription: "A ribbed column dress that works with sneakers by day and heels by night.",
    description: [
      { key: "Composition", value: "70% cotton, 30% polyamide" },
      { key: "Length", value: "Maxi" },
      { key: "Sizes", value: "S–L" },
      { key: "Color", value: "Ink" },
    ],
  },
];

const mensShirts: DemoItem[] = [
  {
    name: "Halvorn Washed Oxford Shirt",
    quantity: 92,
    price: 52,
    tags: ["shirt", "cotton", "casual"],
    badges: ["bestseller"],
    simpleDescription: "A button-down shirt in washed cotton that looks right with or without ironing.",
    description: [
      { key: "Composition", value: "100% cotton" },
      { key: "Fit", value: "Regular" },
      { key: "Collar", value: "Button-down" },
      { key: "Sizes", value: "S–XXL" },
      { key: "Color", value: "Sky blue" },
    ],
    translations: {
      ru: {
        name: "Рубашка Halvorn из стираного оксфорда",
        simpleDescription: "Рубашка из стираного хлопка с воротником на пуговицах: хорошо выглядит и без утюга.",
        description: [
          { key: "Состав", value: "100% хлопок" },
          { key: "Крой", value: "Прямой" },
          { key: "Воротник", value: "На пуговицах" },
          { key: "Размеры", value: "S–XXL" },
          { key: "Цвет", value: "Небесно-голубой" },
        ],
      },
    },
  },
  {
    name: "Halvorn Linen Camp Shirt",
    quantity: 45,
    price: 48,
    discount: 20,
    tags: ["shirt", "linen", "summer"],
    badges: ["sale"],
    simpleDescription: "A short-sleeved linen shirt with an open collar for hot days by the sea.",
    description: [
      { key: "Composition", value: "55% linen, 45% cotton" },
      { key: "Fit", value: "Relaxed" },
      { key: "Sleeve", value: "Short" },
      { key: "Sizes", value: "S–XL" },
    ],
    translations: {
      ru: {
        name: "Льняная рубашка Halvorn с коротким рукавом",
        simpleDescription: "Рубашка из льна с открытым воротом и коротким рукавом: для жарких дней у моря.",
        description: [
          { key: "Состав", value: "55% лён, 45% хлопок" },
          { key: "Крой", value: "Свободный" },
          { key: "Рукав", value: "Короткий" },
          { key: "Размеры", value: "S–XL" },
        ],
      },
    },
  },
];

const mensKnitwear: DemoItem[] = [
  {
    name: "Sorrelby Fisherman Sweater",
    quantity: 29,
    price: 118,
    discount: 0,
    tags: ["sweater", "wool", "winter"],
    badges: ["staff-pick"],
    simpleDescription: "A dense ribbed sweater knitted the old way, with a high collar against the wind.",
    description: [
      { key: "Composition", value: "100% wool" },
      { key: "Knit", value: "Half cardigan rib" },
      { key: "Sizes", value: "S–XXL" },
      { key: "Color", value: "Navy" },
    ],
    translations: {
      ru: {
        name: "Рыбацкий свитер Sorrelby",
        simpleDescription: "Плотный свитер в рубчик, связанный по старинке, с высоким воротом от ветра.",
        description: [
          { key: "Состав", value: "100% шерсть" },
          { key: "Вязка", value: "Полуанглийская резинка" },
          { key: "Размеры", value: "S–XXL" },
          { key: "Цвет", value: "Тёмно-синий" },
        ],
      },
    },
  },
];

const sneakers: DemoItem[] = [
  {
    name: "Kestovia Loop Everyday Sneakers",
    quantity: 134,
    price: 84,
    discount: 10,
    tags: ["sneakers", "unisex", "casual"],
    badges: ["bestseller"],
    simpleDescription: "Light knitted sneakers with a cushioned sole, comfortable from the first day.",
    description: [
      { key: "Upper", value: "Knitted textile" },
      { key: "Sole", value: "Foamed EVA" },
      { key: "Sizes", value: "36–46" },
      { key: "Weight", value: "230 g (size 40)" },
    ],
    translations: {
      ru: {
        name: "Кроссовки Kestovia Loop",
        simpleDescription: "Лёгкие кроссовки из трикотажа с амортизирующей подошвой: удобны с первого дня.",
        description: [
          { key: "Верх", value: "Трикотаж" },
          { key: "Подошва", value: "Вспененный EVA" },
          { key: "Размеры", value: "36–46" },
          { key: "Вес", value: "230 г (размер 40)" },
        ],
      },
    },
    comments: [
      {
        text: "Walked twenty kilometres around the city on day one, no blisters.",
        author: "Sofia",
        stars: 5,
        daysAgo: 9,
      },
      {
        text: "The sole of the left shoe came unglued after two weeks.",
        stars: 1,
        daysAgo: 40,
      },
    ],
  },
  {
    name: "Kestovia Court Leather Low",
    quantity: 51,
    price: 8490,
    discount: 0,
    currency: "RUB",
    tags: ["sneakers", "leather", "minimal"],
    simpleDescription: "Clean low-top sneakers in smooth leather that go with almost everything.",
    description: [
      { key: "Upper", value: "Leather" },
      { key: "Lining", value: "Textile" },
      { key: "Sole", value: "Rubber" },
      { key: "Sizes", value: "38–46" },
    ],
    translations: {
      ru: {
        name: "Кожаные кеды Kestovia Court",
        simpleDescription: "Лаконичные низкие кеды из гладкой кожи, которые подходят почти ко всему.",
        description: [
          { key: "Верх", value: "Кожа" },
          { key: "Подкладка", value: "Текстиль" },
          { key: "Подошва", value: "Резина" },
          { key: "Размеры", value: "38–46" },
        ],
      },
    },
  },
];

const boots: DemoItem[] = [
  {
    name: "Nordavel Harbor Chelsea Boots",
    quantity: 23,
    price: 165,
    discount: 10,
    tags: ["boots", "leather", "autumn"],
    badges: ["limited"],
    simpleDescription: "Waxed leather Chelsea boots with a lugged sole that is happy on wet cobblestones.",
    description: [
      { key: "Upper", value: "Waxed leather" },
      { key: "Sole", value: "Lugged rubber" },
      { key: "Construction", value: "Stitched welt" },
      { key: "Sizes", value: "39–46" },
    ],
    translations: {
      ru: {
        name: "Челси Nordavel Harbor",
        simpleDescription: "Челси из вощёной кожи с рельефной подошвой, которой нипочём мокрая брусчатка.",
        description: [
          { key: "Верх", value: "Вощёная кожа" },
          { key: "Подошва", value: "Рельефная резина" },
          { key: "Конструкция", value: "Прошитый рант" },
          { key: "Размеры", value: "39–46" },
        ],
      },
    },
  },
];

export const clothing: DemoCategory = {
  name: "Clothing & Shoes",
  ru: "Одежда и обувь",
  subcategories: [
    {
      id: "womens-clothing",
      name: "Women",
      ru: "Женщинам",
      subcategories: [
        {
          id: "womens-outerwear",
          name: "Outerwear",
          ru: "Верхняя одежда",
          subcategories: [
            { id: "womens-coats", name: "Coats", ru: "Пальто", items: womensCoats },
            { id: "womens-jackets", name: "Jackets", ru: "Куртки", items: womensJackets },
          ],
        },
        { id: "womens-dresses", name: "Dresses", ru: "Платья", items: womensDresses },
      ],
    },
    {
      id: "mens-clothing",
      name: "Men",
      ru: "Мужчинам",
      subcategories: [
        { id: "mens-shirts", name: "Shirts", ru: "Рубашки", items: mensShirts },
        { id: "mens-knitwear", name: "Knitwear", ru: "Трикотаж", items: mensKnitwear },
      ],
    },
    {
      id: "shoes",
      name: "Shoes",
      ru: "Обувь",
      subcategories: [
        { id: "sneakers", name: "Sneakers", ru: "Кроссовки", items: sneakers },
        { id: "boots", name: "Boots", ru: "Ботинки", items: boots },
      ],
    },
  ],
};
