import { box, dot, line, oval, type Palette, shape, turned } from "./shapes.ts";

/** Draws a product of each leaf on 400 x 400, standing on the line at 320. */
export const motifs: Record<string, (colours: Palette) => string> = {
  "flagship-smartphones": ({ main, second, dark, light }) =>
    box(130, 70, 140, 250, 24, dark) +
    box(138, 78, 124, 234, 18, main) +
    shape("M138 250 Q200 170 262 230 V294 Q262 312 244 312 H156 Q138 312 138 294 Z", second) +
    dot(226, 130, 26, light) +
    box(176, 88, 48, 12, 6, dark),
  "budget-smartphones": ({ main, second, dark, light }) =>
    turned(
      -8,
      box(132, 74, 136, 246, 22, main) +
        box(150, 92, 46, 70, 16, second) +
        dot(173, 112, 13, dark) +
        dot(173, 142, 13, dark) +
        dot(173, 112, 5, light) +
        dot(173, 142, 5, light) +
        box(178, 286, 44, 8, 4, second),
    ),
  tablets: ({ main, second, dark, light }) =>
    box(70, 110, 260, 200, 18, dark) +
    box(82, 122, 236, 176, 10, light) +
    shape("M82 260 L150 190 L206 244 L244 208 L318 272 V288 Q318 298 308 298 H92 Q82 298 82 288 Z", main) +
    dot(262, 164, 20, second),
  headphones: ({ main, second, dark, light }) =>
    line("M104 236 V200 A96 96 0 0 1 296 200 V236", dark, 22) +
    line("M118 196 A83 83 0 0 1 282 196", main, 8) +
    box(84, 214, 54, 100, 26, main) +
    box(262, 214, 54, 100, 26, main) +
    box(122, 222, 24, 84, 12, second) +
    box(254, 222, 24, 84, 12, second) +
    dot(104, 264, 7, light),
  "portable-speakers": ({ main, second, dark, light }) =>
    box(104, 104, 192, 216, 44, main) +
    dot(200, 232, 66, dark) +
    dot(200, 232, 48, second) +
    dot(200, 232, 18, dark) +
    dot(200, 140, 20, dark) +
    dot(200, 140, 9, light) +
    line("M150 104 Q150 72 200 72 Q250 72 250 104", second, 12),
  laptops: ({ main, second, dark, light }) =>
    box(88, 110, 224, 160, 14, dark) +
    box(98, 120, 204, 140, 6, main) +
    shape("M98 220 Q160 160 214 212 T302 196 V254 Q302 260 296 260 H104 Q98 260 98 254 Z", second) +
    shape("M62 270 H338 L356 306 Q358 316 346 316 H54 Q42 316 44 306 Z", dark) +
    box(72, 274, 256, 8, 4, light) +
    box(160, 294, 80, 10, 5, main),
  "frying-pans": ({ main, second, dark, light }) =>
    turned(
      -14,
      box(262, 190, 126, 24, 12, second) +
        dot(372, 202, 5, dark) +
        dot(176, 202, 106, dark) +
        dot(176, 202, 92, main) +
        line("M120 160 A70 70 0 0 1 176 128", light, 8),
    ),
  "pots-casseroles": ({ main, second, dark, light }) =>
    box(88, 178, 224, 142, 34, main) +
    box(52, 206, 44, 26, 13, second) +
    box(304, 206, 44, 26, 13, second) +
    shape("M84 178 Q84 124 200 124 Q316 124 316 178 Z", second) +
    box(78, 168, 244, 18, 9, dark) +
    dot(200, 112, 16, dark) +
    line("M116 214 V270", light, 8),
  "coffee-tea": ({ main, second, dark, light }) =>
    shape("M128 92 H272 L224 184 H176 Z", second) +
    box(120, 82, 160, 14, 7, dark) +
    box(184, 182, 32, 22, 6, dark) +
    shape("M146 204 H254 L274 292 Q278 318 252 318 H148 Q122 318 126 292 Z", light) +
    shape("M134 262 H266 L273 292 Q277 317 252 317 H148 Q123 317 127 292 Z", main) +
    line("M264 224 Q316 226 310 262 Q306 288 272 286", dark, 12),
  bedding: ({ main, second, dark, light }) =>
    box(60, 150, 280, 90, 18, dark) +
    box(76, 178, 112, 66, 26, light) +
    box(212, 178, 112, 66, 26, light) +
    shape("M56 236 Q200 206 344 236 V306 Q344 320 330 320 H70 Q56 320 56 306 Z", main) +
    shape("M56 236 Q200 206 344 236 V262 Q200 232 56 262 Z", second),
  "throws-cushions": ({ main, second, dark, light }) =>
    shape("M104 140 Q200 112 296 140 Q324 228 296 316 Q200 336 104 316 Q76 228 104 140 Z", main) +
    [0, 1, 2, 3, 4]
      .map((row) => line(`M112 ${168 + row * 32} q22 -18 44 0 t44 0 t44 0 t44 0`, row % 2 === 0 ? second : light, 9))
      .join("") +
    dot(200, 228, 8, dark),
  lighting: ({ main, second, dark, light }) =>
    shape("M150 214 L110 320 H290 L250 214 Z", `${light}88`) +
    line("M302 318 V190 Q302 92 200 96", dark, 10) +
    shape("M132 214 Q132 132 200 132 Q268 132 268 214 Z", main) +
    oval(200, 214, 68, 12, second) +
    box(262, 306, 80, 14, 7, dark),
  "womens-coats": ({ main, second, dark, light }) =>
    shape(
      "M156 84 L96 118 L76 268 L112 276 L122 190 L112 320 H288 L278 190 L288 276 L324 268 L304 118 L244 84 Z",
      main,
    ) +
    shape("M156 84 L200 170 L244 84 L226 78 H174 Z", light) +
    shape("M156 84 L200 190 L164 162 Z", second) +
    shape("M244 84 L200 190 L236 162 Z", second) +
    box(116, 214, 168, 20, 6, second) +
    box(186, 208, 30, 32, 6, dark) +
    line("M200 240 V318", second, 4),
  "womens-jackets": ({ main, second, dark, light }) =>
    shape("M150 116 L98 140 L70 290 L108 300 L124 220 V316 H276 V220 L292 300 L330 290 L302 140 L250 116 Z", main) +
    shape("M146 122 Q200 54 254 122 Q200 158 146 122 Z", second) +
    line("M200 140 V314", light, 6) +
    box(138, 240, 44, 50, 8, second) +
    box(218, 240, 44, 50, 8, second) +
    dot(200, 156, 6, dark),
  "womens-dresses": ({ main, second, dark, light }) =>
    line("M168 78 L174 116 M232 78 L226 116", dark, 8) +
    shape("M160 112 Q200 134 240 112 L236 190 L304 318 Q200 336 96 318 L164 190 Z", main) +
    box(160, 182, 80, 16, 8, second) +
    [
      [150, 250],
      [196, 230],
      [244, 262],
      [180, 290],
      [226, 302],
      [128, 296],
      [272, 300],
    ]
      .map(([x = 0, y = 0]) => dot(x, y, 9, light) + dot(x, y, 4, second))
      .join(""),
  "mens-shirts": ({ main, second, dark, light }) =>
    shape("M154 92 L88 124 L62 212 L112 232 L124 196 V320 H276 V196 L288 232 L338 212 L312 124 L246 92 Z", main) +
    shape("M154 92 L200 128 L246 92 L230 82 H170 Z", second) +
    shape("M154 92 L176 146 L200 124 L224 146 L246 92 L200 118 Z", light) +
    line("M200 128 V318", second, 4) +
    [160, 200, 240, 280].map((y) => dot(200, y, 5, dark)).join("") +
    box(222, 180, 40, 44, 6, second),
  "mens-knitwear": ({ main, second, dark, light }) =>
    shape("M156 96 L92 124 L64 300 L108 308 L126 204 V318 H274 V204 L292 308 L336 300 L308 124 L244 96 Z", main) +
    shape("M156 96 Q200 138 244 96 L234 84 Q200 104 166 84 Z", dark) +
    [150, 200, 250].map((x) => line(`M${x} 150 q12 16 0 32 t0 32 t0 32 t0 32`, second, 8)).join("") +
    box(126, 300, 148, 18, 4, light),
  sneakers: ({ main, second, dark, light }) =>
    shape("M62 176 Q96 196 128 172 L150 152 Q226 214 318 232 Q348 240 346 278 H58 Q48 220 62 176 Z", main) +
    shape("M52 272 H350 Q352 312 322 312 H80 Q52 312 52 272 Z", light) +
    shape("M62 176 Q80 190 102 188 L96 272 H56 Q50 218 62 176 Z", second) +
    line("M168 184 L150 206 M196 202 L178 224 M224 216 L206 238", dark, 8),
  boots: ({ main, second, dark, light }) =>
    shape("M128 76 H236 L240 200 Q250 228 310 240 Q342 248 340 292 H124 Q132 190 128 76 Z", main) +
    shape("M176 96 H222 L226 176 H180 Z", second) +
    box(116, 290, 228, 26, 10, dark) +
    box(136, 60, 18, 26, 6, light),
  tents: ({ main, second, dark, light }) =>
    shape("M200 96 L344 316 H56 Z", main) +
    shape("M200 96 L266 316 H134 Z", second) +
    shape("M200 150 L234 316 H166 Z", dark) +
    line("M200 96 L190 74 M200 96 L210 74", dark, 6) +
    line("M56 316 L28 324 M344 316 L372 324", light, 5),
  "sleeping-bags": ({ main, second, dark, light }) =>
    turned(
      18,
      shape("M134 124 Q134 58 200 58 Q266 58 266 124 L250 300 Q248 336 200 336 Q152 336 150 300 Z", main) +
        oval(200, 122, 46, 48, dark) +
        oval(200, 136, 36, 34, light) +
        [190, 226, 262, 298]
          .map((y) => line(`M${148 + (y - 190) / 14} ${y} Q200 ${y + 14} ${252 - (y - 190) / 14} ${y}`, second, 6))
          .join(""),
    ),
  backpacks: ({ main, second, dark, light }) =>
    line("M164 102 Q164 66 200 66 Q236 66 236 102", dark, 12) +
    shape("M124 150 Q124 94 200 94 Q276 94 276 150 L286 296 Q286 320 262 320 H138 Q114 320 114 296 Z", main) +
    box(136, 216, 128, 86, 18, second) +
    box(136, 216, 128, 22, 10, dark) +
    box(190, 226, 20, 26, 6, light) +
    shape("M126 148 Q200 118 274 148 L276 176 Q200 146 124 176 Z", second),
  yoga: ({ main, second, dark, light }) =>
    shape("M118 250 H352 Q362 250 362 262 V306 Q362 318 350 318 H118 Z", main) +
    box(118, 300, 244, 18, 6, second) +
    dot(118, 250, 68, main) +
    dot(118, 250, 54, light) +
    dot(118, 250, 42, second) +
    dot(118, 250, 28, light) +
    dot(118, 250, 15, dark),
  "strength-training": ({ main, second, dark, light }) =>
    box(110, 206, 180, 28, 10, dark) +
    box(86, 130, 36, 180, 12, main) +
    box(278, 130, 36, 180, 12, main) +
    box(56, 154, 30, 132, 12, second) +
    box(314, 154, 30, 132, 12, second) +
    box(36, 196, 22, 48, 8, dark) +
    box(342, 196, 22, 48, 8, dark) +
    [150, 176, 202, 228].map((x) => line(`M${x} 212 l12 16`, light, 4)).join(""),
  cycling: ({ main, second, dark, light }) =>
    shape("M60 240 Q58 112 196 106 Q318 104 344 214 Q348 240 322 240 Z", main) +
    shape("M116 178 Q150 130 206 130 L196 156 Q156 160 132 196 Z", dark) +
    shape("M226 132 Q278 142 300 190 L276 190 Q256 160 218 158 Z", dark) +
    box(58, 226, 290, 24, 12, second) +
    line("M116 250 Q150 318 204 318 M252 250 Q240 300 204 318", light, 8),
  "winter-preview": ({ main, second, dark, light }) =>
    turned(-10, box(146, 62, 30, 262, 15, main) + box(150, 170, 22, 50, 6, dark) + box(146, 92, 30, 26, 4, light)) +
    turned(10, box(224, 62, 30, 262, 15, second) + box(228, 170, 22, 50, 6, dark) + box(224, 92, 30, 26, 4, light)) +
    [
      [86, 120],
      [320, 110],
      [70, 236],
      [336, 240],
    ]
      .map(([x = 0, y = 0]) =>
        line(`M${x - 12} ${y} h24 M${x} ${y - 12} v24 M${x - 8} ${y - 8} l16 16 M${x + 8} ${y - 8} l-16 16`, light, 4),
      )
      .join(""),
  "face-creams": ({ main, second, dark, light }) =>
    box(104, 196, 192, 124, 26, main) +
    box(96, 142, 208, 62, 16, dark) +
    box(96, 186, 208, 12, 4, second) +
    box(134, 236, 132, 48, 8, light) +
    line("M152 254 H248 M168 268 H232", second, 5),
  "face-serums": ({ main, second, dark, light }) =>
    box(178, 66, 44, 62, 20, dark) +
    box(166, 122, 68, 34, 8, second) +
    box(136, 152, 128, 168, 24, main) +
    box(152, 198, 96, 86, 8, light) +
    shape("M200 210 Q222 240 200 258 Q178 240 200 210 Z", second) +
    line("M174 270 H226", second, 5),
  "sun-care": ({ main, second, dark, light }) =>
    shape("M148 92 H252 L266 264 Q266 276 254 276 H146 Q134 276 134 264 Z", main) +
    box(146, 272, 108, 48, 10, dark) +
    box(140, 80, 120, 18, 8, second) +
    dot(200, 172, 32, light) +
    [0, 45, 90, 135, 180, 225, 270, 315]
      .map((angle) => `<g transform="rotate(${angle} 200 172)">${line("M200 128 V118", light, 7)}</g>`)
      .join("") +
    line("M170 236 H230", second, 6),
  "hair-care": ({ main, second, dark, light }) =>
    shape("M84 152 Q84 92 150 92 H262 Q322 96 334 152 Q322 208 262 212 H150 Q84 212 84 152 Z", main) +
    oval(322, 152, 18, 52, dark) +
    dot(148, 152, 36, second) +
    dot(148, 152, 14, dark) +
    shape("M168 210 H238 L226 304 Q224 320 206 320 H184 Q166 320 166 304 Z", second) +
    box(184, 236, 24, 34, 8, light),
  fragrance: ({ main, second, dark, light }) =>
    box(172, 70, 56, 56, 10, dark) +
    box(160, 122, 80, 22, 6, second) +
    box(112, 142, 176, 178, 22, main) +
    box(128, 196, 144, 110, 14, second) +
    box(152, 222, 96, 56, 6, light) +
    line("M170 242 H230 M182 260 H218", dark, 5),
  mystery: ({ main, second, dark, light }) =>
    box(108, 76, 184, 244, 10, dark) +
    box(118, 76, 174, 232, 8, main) +
    shape("M186 250 L194 140 H226 L234 250 Z", light) +
    shape("M210 140 L118 96 V134 L206 152 Z", `${second}cc`) +
    box(190, 122, 40, 20, 6, second) +
    shape("M118 262 Q164 240 210 262 T292 256 V308 H118 Z", dark),
  "science-fiction": ({ main, second, dark, light }) =>
    box(108, 76, 184, 244, 10, dark) +
    box(118, 76, 174, 232, 8, main) +
    dot(206, 188, 48, second) +
    `<g transform="rotate(-20 206 188)"><ellipse cx="206" cy="188" rx="76" ry="18" fill="none" stroke="${light}" stroke-width="9"/></g>` +
    [
      [146, 110],
      [262, 126],
      [150, 274],
      [246, 270],
      [200, 104],
    ]
      .map(([x = 0, y = 0]) => dot(x, y, 4, light))
      .join(""),
  cookbooks: ({ main, second, dark, light }) =>
    box(100, 82, 200, 238, 10, dark) +
    box(110, 82, 190, 226, 8, main) +
    dot(204, 186, 64, light) +
    dot(204, 186, 48, second) +
    shape("M204 158 Q236 176 204 216 Q172 176 204 158 Z", dark) +
    line("M152 278 H256", light, 8),
  notebooks: ({ main, second, dark, light }) =>
    box(112, 78, 180, 242, 14, main) +
    box(112, 78, 34, 242, 14, dark) +
    box(252, 78, 12, 242, 0, second) +
    box(168, 124, 66, 44, 6, light) +
    line("M180 140 H222 M180 152 H210", second, 4) +
    shape("M196 318 V344 L204 336 L212 344 V318 Z", second),
  "pens-pencils": ({ main, second, dark, light }) =>
    turned(
      38,
      box(182, 60, 36, 140, 16, main) +
        box(182, 190, 36, 14, 3, light) +
        box(186, 202, 28, 62, 6, second) +
        shape("M188 264 H212 L202 322 H198 Z", dark) +
        line("M224 84 V150", light, 7) +
        line("M200 286 V312", light, 2),
    ),
};
