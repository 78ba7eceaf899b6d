import type { DemoCategory, DemoItem } from "./demo-types";

const tents: DemoItem[] = [
  {
    name: "Nordavel Ridge 2 Tent",
    quantity: 26,
    price: 239,
    discount: 12,
    tags: ["tent", "hiking", "lightweight"],
    badges: ["bestseller", "featured"],
    simpleDescription: "A two-person tent under two kilos that one tired hiker can pitch in four minutes.",
    description: [
      { key: "Capacity", value: "2 people" },
      { key: "Weight", value: "1.9 kg" },
      { key: "Waterproofing", value: "3,000 mm" },
      { key: "Poles", value: "Aluminium" },
      { key: "Packed size", value: "45 × 15 cm" },
    ],
    translations: {
      ru: {
        name: "Палатка Nordavel Ridge 2",
        simpleDescription:
          "Двухместная палатка легче двух килограммов: даже уставший турист поставит её в одиночку за четыре минуты.",
        description: [
          { key: "Вместимость", value: "2 человека" },
          { key: "Вес", value: "1,9 кг" },
          { key: "Водонепроницаемость", value: "3000 мм" },
          { key: "Дуги", value: "Алюминий" },
          { key: "В сложенном виде", value: "45 × 15 см" },
        ],
      },
    },
    comments: [
      {
        text: "Survived a night of sideways rain in the hills, completely dry inside.",
        author: "Callum",
        stars: 5,
        daysAgo: 16,
      },
      {
        text: "Отличная палатка, но колышки лучше заменить на более прочные.",
        author: "Игорь",
        stars: 4,
        daysAgo: 45,
      },
    ],
  },
  {
    name: "Nordavel Lakeside 5 Family Tent",
    quantity: 8,
    price: 389,
    discount: 0,
    tags: ["tent", "family", "camping"],
    simpleDescription: "A tall family tent with two bedrooms and a porch big enough for breakfast.",
    description: [
      { key: "Capacity", value: "5 people" },
      { key: "Standing height", value: "205 cm" },
      { key: "Rooms", value: "2 + porch" },
      { key: "Weight", value: "12.4 kg" },
    ],
    translations: {
      ru: {
        name: "Семейная палатка Nordavel Lakeside 5",
        simpleDescription: "Высокая семейная палатка с двумя спальнями и тамбуром, где можно позавтракать всем вместе.",
        description: [
          { key: "Вместимость", value: "5 человек" },
          { key: "Высота", value: "205 см" },
          { key: "Комнаты", value: "2 + тамбур" },
          { key: "Вес", value: "12,4 кг" },
        ],
      },
    },
  },
];

const sleepingBags: DemoItem[] = [
  {
    name: "Nordavel Cocoon 0° Sleeping Bag",
    quantity: 44,
    price: 129,
    discount: 10,
    tags: ["sleeping-bag", "three-season"],
    badges: ["hot"],
    simpleDescription: "A three-season mummy bag with a draft collar and a zip that does not snag.",
    description: [
      { key: "Comfort", value: "0 °C" },
      { key: "Limit", value: "−6 °C" },
      { key: "Filling", value: "Synthetic" },
      { key: "Weight", value: "1.3 kg" },
    ],
    translations: {
      ru: {
        name: "Спальный мешок Nordavel Cocoon 0°",
        simpleDescription:
          "Трёхсезонный спальник-кокон с утеплённым воротником и молнией, которая не закусывает ткань.",
        description: [
          { key: "Комфорт", value: "0 °C" },
          { key: "Предел", value: "−6 °C" },
          { key: "Наполнитель", value: "Синтетический" },
          { key: "Вес", value: "1,3 кг" },
        ],
      },
    },
  },
];

const backpacks: DemoItem[] = [
  {
    name: "Auskeld Highfell 45 L Backpack",
    quantity: 37,
    price: 145,
    discount: 0,
    tags: ["backpack", "hiking", "45l"],
    badges: ["new"],
    simpleDescription: "A ventilated trekking pack with an adjustable back and a rain cover in the base.",
    description: [
      { key: "Volume", value: "45 L" },
      { key: "Weight", value: "1.4 kg" },
      { key: "Back length", value: "Adjustable" },
      { key: "Rain cover", value: "Included" },
    ],
    translations: {
      ru: {
        name: "Рюкзак Auskeld Highfell, 45 л",
        simpleDescription: "Треккинговый рюкзак с вентилируемой регулируемой спиной и дождевым чехлом в дне.",
        description: [
          { key: "Объём", value: "45 л" },
          { key: "Вес", value: "1,4 кг" },
          { key: "Спина", value: "Регулируемая" },
          { key: "Дождевой чехол", value: "В комплекте" },
        ],
      },
    },
  },
  {
    name: "Auskeld Commuter Roll-Top 22 L",
    quantity: 66,
    price: 74,
    discount: 15,
    currency: "EUR",
    tags: ["backpack", "city", "laptop"],
    simpleDescription: "A weatherproof roll-top for the office, the gym and the ride in between.",
    description: [
      { key: "Volume", value: "18–22 L" },
      { key: "Laptop", value: "Up to 15 in" },
      { key: "Fabric", value: "Coated polyester" },
      { key: "Color", value: "Slate" },
    ],
  },
];

const yoga: DemoItem[] = [
  {
    name: "Ferncastle Cork Yoga Mat",
    quantity: 79,
    price: 58,
    discount: 0,
    tags: ["yoga", "mat", "cork", "natural"],
    badges: ["eco-choice"],
    simpleDescription: "A natural cork mat that grips better the more you sweat.",
    description: [
      { key: "Size", value: "183 × 65 cm" },
      { key: "Thickness", value: "5 mm" },
      { key: "Top", value: "Cork" },
      { key: "Base", value: "Natural rubber" },
    ],
    translations: {
      ru: {
        name: "Коврик для йоги Ferncastle из пробки",
        simpleDescription: "Коврик из натуральной пробки: чем интенсивнее занятие, тем лучше сцепление.",
        description: [
          { key: "Размер", value: "183 × 65 см" },
          { key: "Толщина", value: "5 мм" },
          { key: "Верх", value: "Пробка" },
          { key: "Основа", value: "Натуральный каучук" },
        ],
      },
    },
  },
];

const strengthTraining: DemoItem[] = [
  {
    name: "Ferncastle Adjustable Dumbbells 2–20 kg",
    quantity: 15,
    price: 279,
    discount: 18,
    tags: ["dumbbells", "home-gym", "adjustable"],
    badges: ["sale", "bestseller"],
    simpleDescription: "A pair of dumbbells that replaces a whole rack: turn the handle and lift.",
    description: [
      { key: "Weight", value: "2–20 kg each" },
      { key: "Step", value: "2 kg" },
      { key: "Set", value: "2 dumbbells, 2 trays" },
      { key: "Material", value: "Steel, rubber" },
    ],
    translations: {
      ru: {
        name: "Регулируемые гантели Ferncastle, 2–20 кг",
        simpleDescription: "Пара гантелей вместо целой стойки: поверните рукоять и поднимайте.",
        description: [
          { key: "Вес", value: "2–20 кг каждая" },
          { key: "Шаг", value: "2 кг" },
          { key: "Комплект", value: "2 гантели, 2 подставки" },
          { key: "Материал", value: "Сталь, резина" },
        ],
      },
    },
    comments: [
      {
        text: "One of the trays arrived cracked. Support sent a new one within three days.",
        author: "Greg M.",
        stars: 2,
        daysAgo: 30,
      },
    ],
  },
];

const cycling: DemoItem[] = [
  {
    name: "Kestovia Aero Road Helmet",
    quantity: 33,
    price: 92,
    discount: 10,
    tags: ["helmet", "road", "safety"],
    simpleDescription: "A well-ventilated helmet with a dial fit and a magnetic buckle you can close in gloves.",
    description: [
      { key: "Sizes", value: "S, M, L" },
      { key: "Vents", value: "16" },
      { key: "Weight", value: "265 g" },
      { key: "Color", value: "Chalk white" },
    ],
    translations: {
      ru: {
        name: "Велошлем Kestovia Aero",
        simpleDescription:
          "Хорошо вентилируемый шлем с регулировкой по размеру и магнитной застёжкой, которую легко закрыть в перчатках.",
        description: [
          { key: "Размеры", value: "S, M, L" },
          { key: "Вентиляция", value: "16 отверстий" },
          { key: "Вес", value: "265 г" },
          { key: "Цвет", value: "Меловой белый" },
        ],
      },
    },
  },
  {
    name: "Lumkin Beam 800 Bike Light",
    quantity: 101,
    price: 45,
    tags: ["bike-light", "led", "rechargeable"],
    badges: ["new"],
    simpleDescription: "An 800-lumen front light with a cut-off beam that does not blind the oncoming rider.",
    description: [
      { key: "Brightness", value: "800 lm" },
      { key: "Battery life", value: "2–20 h" },
      { key: "Protection", value: "IPX6" },
      { key: "Mount", value: "Tool-free" },
    ],
    translations: {
      ru: {
        name: "Велофонарь Lumkin Beam 800",
        simpleDescription: "Передний фонарь на 800 люмен со светотеневой границей: не слепит встречных.",
        description: [
          { key: "Яркость", value: "800 лм" },
          { key: "Время работы", value: "2–20 ч" },
          { key: "Защита", value: "IPX6" },
          { key: "Крепление", value: "Без инструментов" },
        ],
      },
    },
  },
];

const winterPreview: DemoItem[] = [
  {
    name: "Nordavel Powder All-Mountain Skis 172",
    quantity: 20,
    price: 529,
    discount: 0,
    tags: ["skis", "winter", "all-mountain"],
    badges: ["exclusive", "new"],
    simpleDescription: "Next season's all-mountain skis with a wood core: stable on ice, playful in fresh snow.",
    description: [
      { key: "Length", value: "172 cm" },
      { key: "Waist", value: "88 mm" },
      { key: "Core", value: "Poplar and ash" },
      { key: "Radius", value: "16 m" },
    ],
    translations: {
      ru: {
        name: "Горные лыжи Nordavel Powder 172",
      },
    },
  },
  {
    name: "Nordavel Frost Hybrid Ski Gloves",
    quantity: 60,
    price: 64,
    tags: ["gloves", "ski", "winter"],
    simpleDescription: "Insulated leather and softshell gloves with a long cuff and a wrist leash.",
    description: [
      { key: "Material", value: "Leather, softshell" },
      { key: "Insulation", value: "Synthetic, 150 g/m²" },
      { key: "Sizes", value: "S–XL" },
    ],
  },
];

export const sports: DemoCategory = {
  name: "Sports & Outdoors",
  ru: "Спорт и отдых",
  subcategories: [
    {
      id: "hiking-camping",
      name: "Hiking & Camping",
      ru: "Походы и кемпинг",
      subcategories: [
        {
          id: "camping-gear",
          name: "Camping Gear",
          ru: "Снаряжение для кемпинга",
          subcategories: [
            { id: "tents", name: "Tents", ru: "Палатки", items: tents },
            { id: "sleeping-bags", name: "Sleeping Bags", ru: "Спальные мешки", items: sleepingBags },
          ],
        },
        { id: "backpacks", name: "Backpacks", ru: "Рюкзаки", items: backpacks },
      ],
    },
    {
      id: "fitness",
      name: "Fitness",
      ru: "Фитнес",
      subcategories: [
        { id: "yoga", name: "Yoga", ru: "Йога", items: yoga },
        { id: "strength-training", name: "Strength Training", ru: "Силовые тренировки", items: strengthTraining },
      ],
    },
    { id: "cycling", name: "Cycling", ru: "Велоспорт", items: cycling },
    { id: "winter-preview", name: "Winter Preview", visible: false, items: winterPreview },
  ],
};
