import type { DemoCategory, DemoItem } from "./demo-types";

const faceCreams: DemoItem[] = [
  {
    name: "Solvienne Dew Barrier Cream 50 ml",
    quantity: 140,
    price: 34,
    discount: 0,
    tags: ["face-cream", "ceramides", "dry-skin"],
    badges: ["bestseller"],
    simpleDescription: "A rich but quick-sinking cream with ceramides that calms dry and tight skin.",
    description: [
      { key: "Volume", value: "50 ml" },
      { key: "Skin type", value: "Dry, sensitive" },
      { key: "Actives", value: "Ceramides, squalane" },
      { key: "Fragrance", value: "None" },
    ],
    translations: {
      ru: {
        name: "Восстанавливающий крем для лица Solvienne Dew, 50 мл",
        simpleDescription: "Насыщенный, но быстро впитывающийся крем с церамидами: успокаивает сухую и стянутую кожу.",
        description: [
          { key: "Объём", value: "50 мл" },
          { key: "Тип кожи", value: "Сухая, чувствительная" },
          { key: "Активные компоненты", value: "Церамиды, сквалан" },
          { key: "Отдушка", value: "Нет" },
        ],
      },
    },
    comments: [
      {
        text: "My skin stopped flaking within a week. Third jar already.",
        author: "Amelie",
        stars: 5,
        daysAgo: 8,
      },
    ],
  },
  {
    name: "Solvienne Night Comfort Balm 30 ml",
    quantity: 55,
    price: 42,
    discount: 15,
    tags: ["face-cream", "night", "nourishing"],
    badges: ["sale"],
    simpleDescription: "An overnight balm with oat oil and panthenol for skin that has had a long day.",
    description: [
      { key: "Volume", value: "30 ml" },
      { key: "Use", value: "Evening" },
      { key: "Actives", value: "Oat oil, panthenol" },
    ],
    translations: {
      ru: {
        name: "Ночной бальзам для лица Solvienne, 30 мл",
        simpleDescription: "Ночной бальзам с маслом овса и пантенолом для кожи после долгого дня.",
        description: [
          { key: "Объём", value: "30 мл" },
          { key: "Применение", value: "Вечером" },
          { key: "Активные компоненты", value: "Масло овса, пантенол" },
        ],
      },
    },
  },
];

const faceSerums: DemoItem[] = [
  {
    name: "Solvienne Vitamin C 12% Serum",
    quantity: 88,
    price: 29.5,
    discount: 10,
    tags: ["serum", "vitamin-c", "brightening"],
    badges: ["hot", "featured"],
    simpleDescription: "A light morning serum with stabilised vitamin C for a more even tone.",
    description: [
      { key: "Volume", value: "30 ml" },
      { key: "Vitamin C", value: "12%" },
      { key: "Skin type", value: "All" },
      { key: "Use", value: "Morning, before SPF" },
    ],
    translations: {
      ru: {
        name: "Сыворотка Solvienne с витамином C 12%",
        simpleDescription: "Лёгкая утренняя сыворотка со стабилизированным витамином C для более ровного тона.",
        description: [
          { key: "Объём", value: "30 мл" },
          { key: "Витамин C", value: "12%" },
          { key: "Тип кожи", value: "Любая" },
          { key: "Применение", value: "Утром, перед SPF" },
        ],
      },
    },
  },
  {
    name: "Ferncastle Hyaluronic Water Serum",
    quantity: 0,
    price: 890,
    discount: 0,
    currency: "UAH",
    tags: ["serum", "hyaluronic-acid", "hydrating"],
    simpleDescription: "A watery serum with three weights of hyaluronic acid that layers well under make-up.",
    description: [
      { key: "Volume", value: "30 ml" },
      { key: "Actives", value: "Hyaluronic acid, betaine" },
      { key: "Skin type", value: "All" },
    ],
    translations: {
      ru: {
        name: "Увлажняющая сыворотка Ferncastle с гиалуроновой кислотой",
        simpleDescription:
          "Лёгкая сыворотка с гиалуроновой кислотой трёх молекулярных масс: хорошо ложится под макияж.",
        description: [
          { key: "Объём", value: "30 мл" },
          { key: "Активные компоненты", value: "Гиалуроновая кислота, бетаин" },
          { key: "Тип кожи", value: "Любая" },
        ],
      },
    },
  },
];

const sunCare: DemoItem[] = [
  {
    name: "Solvienne Daylight SPF 50 Fluid",
    quantity: 165,
    price: 26,
    discount: 0,
    tags: ["sunscreen", "spf50", "face"],
    badges: ["new"],
    simpleDescription: "An invisible daily sunscreen that leaves no white cast and does not pill.",
    description: [
      { key: "Volume", value: "50 ml" },
      { key: "Protection", value: "SPF 50, UVA" },
      { key: "Finish", value: "Natural" },
      { key: "Water resistant", value: "40 min" },
    ],
    translations: {
      ru: {
        name: "Солнцезащитный флюид Solvienne Daylight SPF 50",
        simpleDescription: "Невидимая защита от солнца на каждый день: не белит и не скатывается.",
        description: [
          { key: "Объём", value: "50 мл" },
          { key: "Защита", value: "SPF 50, UVA" },
          { key: "Финиш", value: "Естественный" },
          { key: "Водостойкость", value: "40 мин" },
        ],
      },
    },
  },
];

const hairCare: DemoItem[] = [
  {
    name: "Ferncastle Nettle Shampoo Bar",
    quantity: 230,
    price: 11.9,
    discount: 0,
    tags: ["shampoo", "solid", "plastic-free"],
    badges: ["eco-choice"],
    simpleDescription:
      "A solid shampoo with nettle and rosemary that replaces two bottles and weighs nothing in a suitcase.",
    description: [
      { key: "Weight", value: "80 g" },
      { key: "Hair type", value: "Normal to oily" },
      { key: "Lasts", value: "About 60 washes" },
      { key: "Packaging", value: "Paper" },
    ],
    translations: {
      ru: {
        name: "Твёрдый шампунь Ferncastle с крапивой",
        simpleDescription:
          "Твёрдый шампунь с крапивой и розмарином заменяет два флакона и почти ничего не весит в чемодане.",
        description: [
          { key: "Вес", value: "80 г" },
          { key: "Тип волос", value: "Нормальные и жирные" },
          { key: "Хватает", value: "Примерно на 60 применений" },
          { key: "Упаковка", value: "Бумага" },
        ],
      },
    },
  },
  {
    name: "Lumkin Breeze Ionic Hair Dryer",
    quantity: 41,
    price: 88,
    discount: 20,
    tags: ["hair-dryer", "ionic", "styling"],
    badges: ["sale"],
    simpleDescription: "A quiet 1600 W dryer with an ionic flow and a magnetic nozzle.",
    description: [
      { key: "Power", value: "1600 W" },
      { key: "Modes", value: "3 speeds, 4 temperatures" },
      { key: "Noise", value: "68 dB" },
      { key: "Weight", value: "410 g" },
    ],
    translations: {
      ru: {
        name: "Фен с ионизацией Lumkin Breeze",
        simpleDescription: "Тихий фен мощностью 1600 Вт с ионизацией и насадкой на магните.",
        description: [
          { key: "Мощность", value: "1600 Вт" },
          { key: "Режимы", value: "3 скорости, 4 температуры" },
          { key: "Уровень шума", value: "68 дБ" },
          { key: "Вес", value: "410 г" },
        ],
      },
    },
  },
];

const fragrance: DemoItem[] = [
  {
    name: "Maison Orvelle Salt & Cedar EDP 50 ml",
    quantity: 19,
    price: 96,
    discount: 0,
    currency: "EUR",
    tags: ["perfume", "unisex", "woody"],
    badges: ["exclusive"],
    simpleDescription: "Sea air over dry cedar, with a trace of bergamot. Wears close to the skin until evening.",
    description: [
      { key: "Volume", value: "50 ml" },
      { key: "Top notes", value: "Bergamot, sea salt" },
      { key: "Heart notes", value: "Sage, juniper" },
      { key: "Base notes", value: "Cedar, amber" },
      { key: "Concentration", value: "Eau de parfum" },
    ],
    translations: {
      ru: {
        name: "Парфюмерная вода Maison Orvelle Salt & Cedar, 50 мл",
        simpleDescription:
          "Морской воздух над сухим кедром и лёгкий бергамот. Держится близко к коже до самого вечера.",
        description: [
          { key: "Объём", value: "50 мл" },
          { key: "Верхние ноты", value: "Бергамот, морская соль" },
          { key: "Ноты сердца", value: "Шалфей, можжевельник" },
          { key: "Базовые ноты", value: "Кедр, амбра" },
          { key: "Концентрация", value: "Парфюмерная вода" },
        ],
      },
    },
    comments: [
      {
        text: "Smells like a cold beach in October, in the best possible way.",
        stars: 5,
        daysAgo: 24,
      },
    ],
  },
  {
    name: "Maison Orvelle Fig Alley EDT 100 ml",
    visible: false,
    quantity: 5,
    price: 72,
    discount: 25,
    tags: ["perfume", "green", "summer"],
    badges: ["limited", "sale"],
    simpleDescription: "Green fig leaves, warm stone and a little milk: a summer courtyard in a bottle.",
    description: [
      { key: "Volume", value: "100 ml" },
      { key: "Top notes", value: "Fig leaf, grapefruit" },
      { key: "Base notes", value: "Sandalwood, musk" },
    ],
    translations: {
      ru: {
        name: "Туалетная вода Maison Orvelle Fig Alley, 100 мл",
        simpleDescription: "Зелёные листья инжира, тёплый камень и капля молока: летний дворик во флаконе.",
        description: [
          { key: "Объём", value: "100 мл" },
          { key: "Верхние ноты", value: "Лист инжира, грейпфрут" },
          { key: "Базовые ноты", value: "Сандал, мускус" },
        ],
      },
    },
  },
];

export const beauty: DemoCategory = {
  name: "Beauty & Care",
  ru: "Красота и уход",
  subcategories: [
    {
      id: "skincare",
      name: "Skincare",
      ru: "Уход за кожей",
      subcategories: [
        {
          id: "face-care",
          name: "Face",
          ru: "Лицо",
          subcategories: [
            { id: "face-creams", name: "Creams", ru: "Кремы", items: faceCreams },
            { id: "face-serums", name: "Serums", ru: "Сыворотки", items: faceSerums },
          ],
        },
        { id: "sun-care", name: "Sun Care", ru: "Защита от солнца", items: sunCare },
      ],
    },
    { id: "hair-care", name: "Hair Care", ru: "Уход за волосами", items: hairCare },
    { id: "fragrance", name: "Fragrance", ru: "Парфюмерия", items: fragrance },
  ],
};
