import type { DemoItem } from "./demo-types.ts";

/** A leaf with enough items to sort, filter and edit in bulk. */
export const moreHeadphones: DemoItem[] = [
  {
    name: "Lumkin Hush 300 On-Ear",
    quantity: 64,
    price: 99,
    discount: 10,
    tags: ["headphones", "wireless"],
    badges: ["sale"],
    simpleDescription: "Light on-ear headphones that fold flat and play for 30 hours between charges.",
    description: [
      { key: "Type", value: "On-ear, closed" },
      { key: "Battery life", value: "Up to 30 h" },
      { key: "Weight", value: "148 g" },
    ],
    translations: {
      ru: {
        name: "Накладные наушники Lumkin Hush 300",
        simpleDescription: "Лёгкие накладные наушники: складываются и играют 30 часов без подзарядки.",
        description: [
          { key: "Тип", value: "Накладные, закрытые" },
          { key: "Время работы", value: "До 30 ч" },
          { key: "Вес", value: "148 г" },
        ],
      },
    },
  },
  {
    name: "Lumkin Pebble Pro Earbuds",
    quantity: 38,
    price: 129,
    tags: ["earbuds", "wireless", "noise-cancelling"],
    badges: ["new", "featured"],
    simpleDescription: "The Pebble with noise cancelling, a clearer microphone and wireless charging of the case.",
    description: [
      { key: "Type", value: "In-ear" },
      { key: "Noise cancelling", value: "Adaptive" },
      { key: "Battery life", value: "7 h + 28 h with case" },
      { key: "Protection", value: "IPX5" },
    ],
    translations: {
      ru: {
        name: "Наушники-вкладыши Lumkin Pebble Pro",
        simpleDescription: "Pebble с шумоподавлением, более чистым микрофоном и беспроводной зарядкой футляра.",
        description: [
          { key: "Тип", value: "Внутриканальные" },
          { key: "Шумоподавление", value: "Адаптивное" },
          { key: "Время работы", value: "7 ч + 28 ч с футляром" },
          { key: "Защита", value: "IPX5" },
        ],
      },
    },
  },
  {
    name: "Zephyrix Studio 40 Monitor Headphones",
    quantity: 12,
    price: 179,
    tags: ["headphones", "wired", "studio"],
    simpleDescription: "Wired monitor headphones with a flat response, replaceable pads and a three-metre cable.",
    description: [
      { key: "Type", value: "Over-ear, semi-open" },
      { key: "Impedance", value: "80 Ω" },
      { key: "Cable", value: "3 m, detachable" },
    ],
    translations: {
      ru: {
        name: "Мониторные наушники Zephyrix Studio 40",
        simpleDescription: "Проводные мониторные наушники с ровной характеристикой, сменными амбушюрами и кабелем 3 м.",
        description: [
          { key: "Тип", value: "Полноразмерные, полуоткрытые" },
          { key: "Сопротивление", value: "80 Ом" },
          { key: "Кабель", value: "3 м, съёмный" },
        ],
      },
    },
  },
  {
    name: "Zephyrix Rally Gaming Headset",
    quantity: 27,
    price: 89,
    discount: 25,
    tags: ["headphones", "gaming", "wired"],
    badges: ["sale", "hot"],
    simpleDescription: "A headset with a boom microphone that flips up to mute and cushions made for long evenings.",
    description: [
      { key: "Type", value: "Over-ear, closed" },
      { key: "Microphone", value: "Boom, flip to mute" },
      { key: "Connection", value: "USB and 3.5 mm" },
    ],
    translations: { ru: { name: "Игровая гарнитура Zephyrix Rally" } },
  },
  {
    name: "Olmera Junior Headphones",
    quantity: 0,
    price: 35,
    tags: ["headphones", "kids", "wired"],
    simpleDescription:
      "Headphones for children that never play louder than 85 dB, with stickers to make them one's own.",
    description: [
      { key: "Type", value: "On-ear" },
      { key: "Volume limit", value: "85 dB" },
    ],
    translations: {
      ru: {
        name: "Детские наушники Olmera Junior",
        simpleDescription: "Наушники для детей: не громче 85 дБ, с наклейками для украшения.",
        description: [
          { key: "Тип", value: "Накладные" },
          { key: "Ограничение громкости", value: "85 дБ" },
        ],
      },
    },
  },
  {
    name: "Veyra Tide Open-Ear Earbuds",
    visible: false,
    quantity: 150,
    price: 109,
    tags: ["earbuds", "wireless", "sport"],
    badges: ["soon"],
    simpleDescription: "Open-ear buds that leave room for the street: music, and the bell of the bicycle behind you.",
    description: [
      { key: "Type", value: "Open-ear" },
      { key: "Battery life", value: "9 h + 27 h with case" },
      { key: "Protection", value: "IPX4" },
    ],
  },
];
