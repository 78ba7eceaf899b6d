import type { DemoCategory, DemoItem } from "./demo-types";

const fryingPans: DemoItem[] = [
  {
    name: "Brindlewick Cast Iron Skillet 26 cm",
    quantity: 73,
    price: 44.9,
    discount: 0,
    tags: ["skillet", "cast-iron", "oven-safe"],
    badges: ["bestseller"],
    simpleDescription:
      "A pre-seasoned skillet that goes from the stove to the oven to the table, and gets better with every year.",
    description: [
      { key: "Diameter", value: "26 cm" },
      { key: "Material", value: "Cast iron" },
      { key: "Hobs", value: "All, including induction" },
      { key: "Weight", value: "2.3 kg" },
    ],
    translations: {
      ru: {
        name: "Чугунная сковорода Brindlewick, 26 см",
        simpleDescription:
          "Сковорода с готовым масляным покрытием: с плиты в духовку, из духовки на стол. С годами становится только лучше.",
        description: [
          { key: "Диаметр", value: "26 см" },
          { key: "Материал", value: "Чугун" },
          { key: "Плиты", value: "Все, включая индукционные" },
          { key: "Вес", value: "2,3 кг" },
        ],
      },
    },
    comments: [
      {
        text: "Heavy, as it should be. Eggs slide right off after a month of use.",
        author: "Hannah W.",
        stars: 5,
        daysAgo: 27,
      },
    ],
  },
  {
    name: "Halvorn Ceramic Non-Stick Pan 28 cm",
    quantity: 120,
    price: 36.5,
    discount: 25,
    tags: ["frying-pan", "non-stick", "ceramic"],
    badges: ["sale"],
    simpleDescription: "A light everyday pan with a ceramic coating and a handle that stays cool.",
    description: [
      { key: "Diameter", value: "28 cm" },
      { key: "Coating", value: "Ceramic" },
      { key: "Hobs", value: "All, including induction" },
      { key: "Care", value: "Dishwasher safe" },
    ],
    translations: {
      ru: {
        name: "Сковорода с керамическим покрытием Halvorn, 28 см",
        simpleDescription: "Лёгкая сковорода на каждый день с керамическим покрытием и ненагревающейся ручкой.",
        description: [
          { key: "Диаметр", value: "28 см" },
          { key: "Покрытие", value: "Керамическое" },
          { key: "Плиты", value: "Все, включая индукционные" },
          { key: "Уход", value: "Можно мыть в посудомоечной машине" },
        ],
      },
    },
  },
];

const potsCasseroles: DemoItem[] = [
  {
    name: "Brindlewick Enamel Dutch Oven 5 L",
    quantity: 31,
    price: 129,
    discount: 15,
    tags: ["dutch-oven", "enamel", "cast-iron"],
    badges: ["featured", "sale"],
    simpleDescription: "A heavy enamelled pot for slow stews and no-knead bread.",
    description: [
      { key: "Volume", value: "5 L" },
      { key: "Material", value: "Enamelled cast iron" },
      { key: "Oven", value: "Up to 260 °C" },
      { key: "Color", value: "Forest green" },
    ],
    translations: {
      ru: {
        name: "Эмалированная жаровня Brindlewick, 5 л",
        simpleDescription: "Тяжёлая эмалированная жаровня для томлёных блюд и домашнего хлеба без замеса.",
        description: [
          { key: "Объём", value: "5 л" },
          { key: "Материал", value: "Эмалированный чугун" },
          { key: "Духовка", value: "До 260 °C" },
          { key: "Цвет", value: "Лесной зелёный" },
        ],
      },
    },
  },
  {
    name: "Halvorn Steel Pot Set, 3 pcs",
    quantity: 18,
    price: 3150,
    discount: 10,
    currency: "UAH",
    tags: ["pots", "stainless-steel", "set"],
    simpleDescription: "Three stainless steel pots with glass lids that nest into each other in the cupboard.",
    description: [
      { key: "Volumes", value: "1.5 L, 3 L, 5 L" },
      { key: "Material", value: "Stainless steel" },
      { key: "Lids", value: "Tempered glass" },
      { key: "Hobs", value: "All, including induction" },
    ],
  },
];

const coffeeTea: DemoItem[] = [
  {
    name: "Pellaro Slow Pour-Over Set",
    quantity: 47,
    price: 38,
    discount: 0,
    tags: ["coffee", "pour-over", "gift"],
    badges: ["new"],
    simpleDescription:
      "A porcelain dripper, a glass carafe and forty paper filters: everything for an unhurried morning cup.",
    description: [
      { key: "Carafe", value: "600 ml, borosilicate glass" },
      { key: "Dripper", value: "Porcelain" },
      { key: "Filters", value: "40 pcs" },
    ],
    translations: {
      ru: {
        name: "Набор для пуровера Pellaro Slow",
        simpleDescription:
          "Фарфоровая воронка, стеклянный чайник и сорок бумажных фильтров: всё для неспешного утреннего кофе.",
        description: [
          { key: "Чайник", value: "600 мл, боросиликатное стекло" },
          { key: "Воронка", value: "Фарфор" },
          { key: "Фильтры", value: "40 шт." },
        ],
      },
    },
  },
  {
    name: "Pellaro Burr Grinder Mini",
    quantity: 0,
    price: 59,
    discount: 0,
    tags: ["coffee", "grinder", "manual"],
    badges: ["hot"],
    simpleDescription: "A hand grinder with steel burrs and 24 settings, from espresso to French press.",
    description: [
      { key: "Burrs", value: "Steel, 38 mm" },
      { key: "Settings", value: "24" },
      { key: "Capacity", value: "25 g" },
      { key: "Body", value: "Aluminium" },
    ],
    translations: {
      ru: {
        name: "Ручная кофемолка Pellaro Mini",
        simpleDescription:
          "Ручная кофемолка со стальными жерновами и 24 степенями помола: от эспрессо до френч-пресса.",
        description: [
          { key: "Жернова", value: "Стальные, 38 мм" },
          { key: "Степени помола", value: "24" },
          { key: "Вместимость", value: "25 г" },
          { key: "Корпус", value: "Алюминий" },
        ],
      },
    },
    comments: [
      {
        text: "Когда снова появится в продаже? Хочу взять в подарок.",
        daysAgo: 4,
      },
    ],
  },
];

const bedding: DemoItem[] = [
  {
    name: "Mirelune Washed Linen Bedding Set",
    quantity: 22,
    price: 149,
    discount: 20,
    currency: "EUR",
    tags: ["bedding", "linen", "natural"],
    badges: ["eco-choice", "sale"],
    simpleDescription: "Soft pre-washed linen that is cool in July and warm in January.",
    description: [
      { key: "Size", value: "200 × 220 cm" },
      { key: "Fabric", value: "100% linen" },
      { key: "Set", value: "Duvet cover, 2 pillowcases" },
      { key: "Color", value: "Oat" },
    ],
    translations: {
      ru: {
        name: "Комплект постельного белья Mirelune из стираного льна",
        simpleDescription: "Мягкий стираный лён: прохладный в июле и тёплый в январе.",
        description: [
          { key: "Размер", value: "200 × 220 см" },
          { key: "Ткань", value: "100% лён" },
          { key: "Комплект", value: "Пододеяльник, 2 наволочки" },
          { key: "Цвет", value: "Овсяный" },
        ],
      },
    },
  },
  {
    name: "Mirelune Sateen Fitted Sheet 160 × 200",
    quantity: 85,
    price: 32,
    tags: ["sheet", "cotton", "sateen"],
    simpleDescription: "A smooth cotton sateen sheet with deep elastic corners that stay put.",
    description: [
      { key: "Size", value: "160 × 200 × 30 cm" },
      { key: "Fabric", value: "100% cotton sateen" },
      { key: "Thread count", value: "300" },
    ],
    translations: {
      ru: {
        name: "Простыня на резинке Mirelune, сатин, 160 × 200",
        simpleDescription: "Гладкая простыня из хлопкового сатина с глубокими углами на резинке, которые не сползают.",
        description: [
          { key: "Размер", value: "160 × 200 × 30 см" },
          { key: "Ткань", value: "100% хлопок, сатин" },
          { key: "Плотность плетения", value: "300 нитей" },
        ],
      },
    },
  },
];

const throwsCushions: DemoItem[] = [
  {
    name: "Sorrelby Chunky Knit Throw",
    quantity: 40,
    price: 54,
    discount: 10,
    tags: ["throw", "wool", "knit", "gift"],
    badges: ["featured"],
    simpleDescription: "A generous hand-finished throw in a wool blend for film nights and cold balconies.",
    description: [
      { key: "Size", value: "130 × 170 cm" },
      { key: "Composition", value: "60% wool, 40% acrylic" },
      { key: "Care", value: "Hand wash" },
    ],
    translations: {
      ru: {
        name: "Плед крупной вязки Sorrelby",
        simpleDescription:
          "Большой плед из полушерстяной пряжи с ручной отделкой: для киновечеров и прохладных балконов.",
        description: [
          { key: "Размер", value: "130 × 170 см" },
          { key: "Состав", value: "60% шерсть, 40% акрил" },
          { key: "Уход", value: "Ручная стирка" },
        ],
      },
    },
  },
];

const lighting: DemoItem[] = [
  {
    name: "Auskeld Arc Floor Lamp",
    quantity: 14,
    price: 189,
    discount: 0,
    tags: ["floor-lamp", "led", "living-room"],
    badges: ["exclusive"],
    simpleDescription: "A brass arc with a linen shade that brings the light right over the armchair.",
    description: [
      { key: "Height", value: "195 cm" },
      { key: "Lamp", value: "LED, 12 W, 2700 K" },
      { key: "Shade", value: "Linen, 40 cm" },
      { key: "Dimming", value: "Foot dimmer" },
    ],
    translations: {
      ru: {
        name: "Торшер-дуга Auskeld Arc",
        simpleDescription: "Латунная дуга с льняным абажуром: свет падает точно над креслом.",
        description: [
          { key: "Высота", value: "195 см" },
          { key: "Лампа", value: "LED, 12 Вт, 2700 К" },
          { key: "Абажур", value: "Лён, 40 см" },
          { key: "Диммер", value: "Ножной" },
        ],
      },
    },
  },
  {
    name: "Auskeld Focus Desk Lamp",
    quantity: 61,
    price: 49.9,
    discount: 5,
    tags: ["desk-lamp", "led", "office"],
    simpleDescription: "A slim desk lamp with five color temperatures and a charging port in the base.",
    description: [
      { key: "Lamp", value: "LED, 9 W" },
      { key: "Color temperature", value: "2700–6500 K" },
      { key: "Port", value: "Type-C, 10 W" },
      { key: "Material", value: "Aluminium" },
    ],
    translations: {
      ru: {
        name: "Настольная лампа Auskeld Focus",
        simpleDescription: "Тонкая настольная лампа с пятью оттенками света и портом для зарядки в основании.",
        description: [
          { key: "Лампа", value: "LED, 9 Вт" },
          { key: "Цветовая температура", value: "2700–6500 К" },
          { key: "Порт", value: "Type-C, 10 Вт" },
          { key: "Материал", value: "Алюминий" },
        ],
      },
    },
  },
];

export const home: DemoCategory = {
  name: "Home & Kitchen",
  ru: "Дом и кухня",
  subcategories: [
    {
      id: "kitchen",
      name: "Kitchen",
      ru: "Кухня",
      subcategories: [
        {
          id: "cookware",
          name: "Cookware",
          ru: "Посуда для приготовления",
          subcategories: [
            { id: "frying-pans", name: "Frying Pans", ru: "Сковороды", items: fryingPans },
            { id: "pots-casseroles", name: "Pots & Casseroles", ru: "Кастрюли и жаровни", items: potsCasseroles },
          ],
        },
        { id: "coffee-tea", name: "Coffee & Tea", ru: "Кофе и чай", items: coffeeTea },
      ],
    },
    {
      id: "home-textiles",
      name: "Home Textiles",
      ru: "Домашний текстиль",
      subcategories: [
        { id: "bedding", name: "Bedding", ru: "Постельное бельё", items: bedding },
        { id: "throws-cushions", name: "Throws & Cushions", ru: "Пледы и подушки", items: throwsCushions },
      ],
    },
    { id: "lighting", name: "Lighting", ru: "Освещение", items: lighting },
  ],
};
