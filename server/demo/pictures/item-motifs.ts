import { box, dot, line, oval, type Palette, shape } from "./shapes.ts";

const earbuds = ({ main, second, dark, light }: Palette) =>
  box(110, 216, 180, 104, 46, main) +
  shape("M110 246 Q110 178 156 178 H244 Q290 178 290 246 Z", second) +
  dot(200, 262, 6, light) +
  line("M150 98 V160 M250 98 V160", dark, 18) +
  dot(146, 100, 27, dark) +
  dot(254, 100, 27, dark) +
  dot(138, 98, 12, second) +
  dot(262, 98, 12, second);

/** Products that look different from the others of their leaf, by the name of their picture. */
export const itemMotifs: Record<string, (colours: Palette) => string> = {
  "flagship-smartphones-2": ({ main, second, dark, light }) =>
    shape("M88 96 Q88 78 106 80 L196 92 V320 L106 308 Q88 306 88 288 Z", dark) +
    shape("M312 96 Q312 78 294 80 L204 92 V320 L294 308 Q312 306 312 288 Z", dark) +
    shape("M98 98 Q98 90 106 91 L190 102 V308 L106 297 Q98 296 98 288 Z", main) +
    shape("M302 98 Q302 90 294 91 L210 102 V308 L294 297 Q302 296 302 288 Z", main) +
    shape("M98 252 Q150 190 190 226 V308 L106 297 Q98 296 98 288 Z", second) +
    shape("M302 236 Q250 200 210 240 V308 L294 297 Q302 296 302 288 Z", second) +
    dot(262, 148, 22, light),
  "headphones-2": earbuds,
  "headphones-4": earbuds,
  "headphones-8": earbuds,
  "portable-speakers-2": ({ main, second, dark, light }) =>
    box(92, 130, 216, 176, 14, second) +
    box(106, 144, 188, 148, 8, main) +
    dot(166, 218, 50, dark) +
    dot(166, 218, 34, second) +
    dot(166, 218, 13, dark) +
    dot(258, 190, 22, dark) +
    dot(258, 190, 9, light) +
    box(240, 240, 36, 12, 6, light) +
    box(112, 304, 28, 16, 4, dark) +
    box(260, 304, 28, 16, 4, dark),
  "pots-casseroles-2": ({ main, second, dark, light }) =>
    box(44, 216, 132, 104, 16, second) +
    box(38, 204, 144, 16, 8, dark) +
    dot(110, 196, 9, dark) +
    box(222, 232, 132, 88, 16, second) +
    box(216, 220, 144, 16, 8, dark) +
    dot(288, 212, 9, dark) +
    box(120, 150, 152, 170, 20, main) +
    box(112, 136, 168, 18, 9, dark) +
    shape("M124 136 Q124 110 196 110 Q268 110 268 136 Z", second) +
    dot(196, 102, 11, dark) +
    box(98, 190, 26, 18, 9, dark) +
    box(268, 190, 26, 18, 9, dark) +
    line("M142 176 V286", light, 7),
  "coffee-tea-2": ({ main, second, dark, light }) =>
    line("M200 98 H272", dark, 11) +
    box(262, 76, 24, 34, 10, second) +
    shape("M146 116 H254 L244 186 H156 Z", `${light}dd`) +
    shape("M151 150 H249 L244 186 H156 Z", dark) +
    box(140, 102, 120, 18, 8, dark) +
    box(150, 184, 100, 30, 6, second) +
    shape("M156 212 H244 L254 300 Q256 320 238 320 H162 Q144 320 146 300 Z", main) +
    line("M170 232 L166 292", light, 7),
  "bedding-2": ({ main, second, dark, light }) =>
    box(78, 262, 244, 58, 24, main) +
    box(78, 208, 244, 58, 24, second) +
    box(78, 154, 244, 58, 24, main) +
    line("M104 292 H296 M104 238 H296 M104 184 H296", light, 4) +
    shape("M180 128 H220 V320 H180 Z", `${light}cc`) +
    box(168, 214, 64, 44, 6, dark) +
    line("M182 230 H218 M182 242 H208", light, 4),
  "throws-cushions-1": ({ main, second, dark, light }) =>
    box(72, 250, 256, 70, 30, main) +
    box(80, 186, 240, 70, 30, second) +
    box(88, 122, 224, 70, 30, main) +
    [142, 172]
      .map((y) => line(`M110 ${y} q10 -14 20 0 t20 0 t20 0 t20 0 t20 0 t20 0 t20 0 t20 0 t20 0`, light, 5))
      .join("") +
    [206, 236].map((y) => line(`M104 ${y} q12 -14 24 0 t24 0 t24 0 t24 0 t24 0 t24 0 t24 0 t24 0`, main, 5)).join("") +
    [270, 300].map((y) => line(`M100 ${y} q12 -14 24 0 t24 0 t24 0 t24 0 t24 0 t24 0 t24 0 t24 0`, light, 5)).join("") +
    [96, 120, 144, 168].map((x) => line(`M${x} 318 v18`, dark, 4)).join(""),
  "lighting-2": ({ main, second, dark, light }) =>
    shape("M118 170 L62 318 H226 L190 150 Z", `${light}77`) +
    line("M268 306 L244 206 L178 118", dark, 11) +
    dot(244, 206, 13, second) +
    shape("M96 166 Q104 92 176 88 L206 146 Z", main) +
    shape("M96 166 L206 146 Q160 186 96 166 Z", second) +
    box(214, 304, 108, 16, 8, dark),
  "womens-coats-2": ({ main, second, dark, light }) =>
    shape("M156 86 Q84 120 82 216 Q82 268 118 320 H282 Q318 268 318 216 Q316 120 244 86 Z", main) +
    line("M126 156 Q106 226 130 298 M274 156 Q294 226 270 298", second, 5) +
    shape("M156 86 Q200 150 244 86 L226 76 H174 Z", light) +
    shape("M156 86 Q178 136 200 150 Q168 148 150 112 Z", second) +
    shape("M244 86 Q222 136 200 150 Q232 148 250 112 Z", second) +
    line("M200 152 V318", second, 4) +
    [190, 230, 270].map((y) => dot(212, y, 7, dark)).join(""),
  "womens-dresses-2": ({ main, second, dark, light }) =>
    shape("M150 92 Q200 122 250 92 L270 128 L252 150 L256 318 H144 L148 150 L130 128 Z", main) +
    shape("M164 96 Q200 118 236 96 L230 84 Q200 98 170 84 Z", dark) +
    [164, 188, 212, 236].map((x) => line(`M${x} 136 V312`, second, 3)).join("") +
    box(144, 304, 112, 16, 4, light),
  "mens-shirts-1": ({ main, second, dark, light }) =>
    shape("M154 84 L92 116 L62 296 L104 304 L126 196 V320 H274 V196 L296 304 L338 296 L308 116 L246 84 Z", main) +
    box(60, 286, 46, 22, 6, second) +
    box(294, 286, 46, 22, 6, second) +
    shape("M154 84 L200 120 L246 84 L230 74 H170 Z", second) +
    shape("M154 84 L176 138 L200 116 L224 138 L246 84 L200 110 Z", light) +
    line("M200 120 V318", second, 4) +
    [152, 194, 236, 278].map((y) => dot(200, y, 5, dark)).join("") +
    box(222, 172, 40, 44, 6, second),
  "tents-2": ({ main, second, dark, light }) =>
    shape("M36 316 Q52 148 200 132 Q348 148 364 316 Z", main) +
    shape("M200 132 Q120 190 104 316 H296 Q280 190 200 132 Z", second) +
    shape("M200 176 Q158 220 152 316 H248 Q242 220 200 176 Z", dark) +
    line("M200 132 Q108 176 60 316 M200 132 Q292 176 340 316", light, 4) +
    box(292, 240, 34, 26, 6, light) +
    box(74, 240, 34, 26, 6, light),
  "backpacks-2": ({ main, second, dark, light }) =>
    box(126, 134, 148, 186, 22, main) +
    shape("M132 150 L146 96 H254 L268 150 Z", main) +
    box(136, 72, 128, 34, 12, dark) +
    box(184, 96, 32, 78, 6, second) +
    box(178, 166, 44, 26, 6, light) +
    box(146, 224, 108, 74, 12, second) +
    line("M146 244 H254", dark, 6) +
    line("M126 180 Q96 210 118 286 M274 180 Q304 210 282 286", dark, 10),
  "cycling-2": ({ main, second, dark, light }) =>
    shape("M236 150 L356 96 V304 L236 250 Z", `${second}66`) +
    box(92, 152, 128, 98, 24, main) +
    box(208, 140, 34, 122, 12, dark) +
    oval(242, 201, 12, 48, light) +
    dot(132, 188, 11, light) +
    box(112, 216, 62, 10, 5, second) +
    box(140, 248, 44, 34, 8, dark) +
    box(112, 278, 100, 24, 12, second) +
    box(124, 300, 76, 20, 10, dark),
  "winter-preview-2": ({ main, second, dark, light }) => {
    const glove =
      shape(
        "M104 186 Q104 92 150 92 Q190 92 192 176 L214 150 Q234 140 238 162 Q232 214 196 240 L192 262 H106 Z",
        main,
      ) +
      line("M134 110 V176 M160 108 V176", dark, 5) +
      box(98, 256, 100, 34, 10, second) +
      box(104, 286, 88, 34, 8, dark) +
      box(118, 202, 40, 26, 8, light);
    return `<g transform="translate(-42 0)">${glove}</g><g transform="translate(442 0) scale(-1 1)">${glove}</g>`;
  },
  "hair-care-1": ({ main, second, dark, light }) =>
    oval(200, 300, 138, 24, dark) +
    oval(200, 292, 130, 22, second) +
    shape("M92 214 Q92 188 118 188 H282 Q308 188 308 214 V256 Q308 286 278 286 H122 Q92 286 92 256 Z", main) +
    shape("M92 214 Q92 188 118 188 H282 Q308 188 308 214 Q308 236 282 236 H118 Q92 236 92 214 Z", `${light}aa`) +
    shape("M200 196 Q226 208 200 230 Q174 208 200 196 Z", main) +
    [
      [124, 150, 17],
      [160, 120, 11],
      [196, 156, 13],
      [252, 142, 19],
      [284, 108, 9],
    ]
      .map(([x = 0, y = 0, r = 0]) => dot(x, y, r, light) + dot(x - r / 3, y - r / 3, r / 4, second))
      .join(""),
  "mystery-2": ({ main, second, dark, light }) =>
    box(108, 76, 184, 244, 10, dark) +
    box(118, 76, 174, 232, 8, main) +
    dot(205, 136, 36, light) +
    line("M205 136 V114 M205 136 L222 144", dark, 6) +
    shape("M150 256 Q150 192 205 192 Q260 192 260 256 Z", dark) +
    box(166, 214, 34, 26, 5, second) +
    box(210, 214, 34, 26, 5, second) +
    dot(168, 254, 8, light) +
    dot(242, 254, 8, light) +
    line("M176 268 L150 306 M234 268 L260 306 M168 284 H242 M158 298 H252", light, 5),
  "science-fiction-2": ({ main, second, dark, light }) =>
    box(108, 76, 184, 244, 10, dark) +
    box(118, 76, 174, 232, 8, main) +
    [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330]
      .map((angle) => `<g transform="rotate(${angle} 205 180)">${line("M205 132 V108", light, 4)}</g>`)
      .join("") +
    dot(205, 180, 38, second) +
    dot(205, 180, 24, light) +
    line("M142 284 H268 M164 298 H246", second, 6),
  "notebooks-2": ({ main, second, dark, light }) =>
    box(92, 98, 216, 222, 14, dark) +
    box(100, 106, 200, 206, 8, light) +
    box(100, 106, 200, 46, 8, main) +
    [132, 168, 204, 240, 276].map((x) => line(`M${x - 4} 88 V120`, second, 8)).join("") +
    [0, 1, 2, 3]
      .flatMap((row) =>
        [0, 1, 2, 3, 4].map((day) =>
          box(112 + day * 36, 166 + row * 35, 28, 27, 5, (row + day) % 4 === 1 ? second : `${main}44`),
        ),
      )
      .join(""),
  "pens-pencils-2": ({ main, second, dark, light }) =>
    [0, 1, 2, 3, 4, 5]
      .map((place) => {
        const x = 92 + place * 38;
        const colour = [main, second, dark][place % 3] ?? main;
        return (
          box(x, 150, 28, 170, 3, colour) +
          box(x + 10, 150, 8, 170, 0, `${light}44`) +
          shape(`M${x} 150 L${x + 14} 98 L${x + 28} 150 Z`, light) +
          shape(`M${x + 9} 117 L${x + 14} 98 L${x + 19} 117 Z`, colour)
        );
      })
      .join("") +
    box(78, 236, 244, 84, 12, main) +
    box(150, 258, 100, 40, 6, light) +
    line("M166 272 H234 M166 284 H216", second, 4),
  "tablets-2": ({ main, second, dark, light }) =>
    box(58, 104, 284, 212, 40, main) +
    box(92, 128, 216, 164, 14, dark) +
    box(102, 138, 196, 144, 8, light) +
    dot(156, 200, 26, second) +
    shape("M200 262 L232 196 L264 262 Z", main) +
    box(136, 240, 40, 22, 6, main) +
    box(170, 84, 60, 26, 13, main),
};
