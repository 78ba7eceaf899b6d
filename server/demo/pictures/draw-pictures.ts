#!/usr/bin/env bun
// Draws the pictures of the demo catalog again: bun server/demo/pictures/draw-pictures.ts
import sharp from "sharp";
import { demoProjects } from "../demo-data.ts";
import type { DemoSubcategory } from "../demo-types.ts";
import { pictureName } from "./demo-pictures.ts";
import { itemMotifs } from "./item-motifs.ts";
import { motifs } from "./motifs.ts";
import { box, oval, type Palette } from "./shapes.ts";

const side = 640;

const palettes: readonly Palette[] = [
  { main: "#3f6f8f", second: "#e3a857", dark: "#22303c", light: "#f6efe2", wall: "#dfe7ea" },
  { main: "#c96f4a", second: "#f0c9a4", dark: "#4a2c23", light: "#fff4e6", wall: "#f3e4d7" },
  { main: "#5c8a6a", second: "#d9c27a", dark: "#26382d", light: "#f4f1e1", wall: "#e0eae0" },
  { main: "#7b6aa8", second: "#e8a9b8", dark: "#2e2842", light: "#f7eff7", wall: "#e8e3f0" },
  { main: "#b8505f", second: "#f2b880", dark: "#41202a", light: "#fdf0ea", wall: "#f4dfdf" },
  { main: "#2f7f86", second: "#a9d3c5", dark: "#173237", light: "#effaf6", wall: "#d9ecea" },
  { main: "#d0a13c", second: "#6f7f5a", dark: "#3b301a", light: "#fff8e3", wall: "#f4ebd3" },
];

function picture(motif: (colours: Palette) => string, colours: Palette): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="${side}" height="${side}">
    <defs><radialGradient id="light" cx="0.35" cy="0.25" r="0.9">
      <stop offset="0" stop-color="#fff" stop-opacity="0.75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>
    </radialGradient></defs>
    ${box(0, 0, 400, 400, 0, colours.wall)}<rect width="400" height="400" fill="url(#light)"/>
    <rect y="312" width="400" height="88" fill="${colours.dark}" opacity="0.06"/>
    <g opacity="0.16">${oval(200, 324, 136, 14, colours.dark)}</g>
    ${motif(colours)}
  </svg>`;
}

let drawn = 0;
let turn = 0;
let bytes = 0;

async function draw(leaf: DemoSubcategory): Promise<void> {
  for (const [position] of (leaf.items ?? []).entries()) {
    const motif = itemMotifs[`${leaf.id}-${position + 1}`] ?? motifs[leaf.id];
    if (!motif) throw new Error(`There is no motif for ${leaf.id}.`);
    // Only the first two items of a leaf advance the colours, so that a longer leaf does not change other leaves.
    const colours = palettes[(position < 2 ? turn++ : turn + position * 3) % palettes.length] as Palette;
    const { size } = await sharp(Buffer.from(picture(motif, colours)))
      .webp({ quality: 82, effort: 6 })
      .toFile(new URL(pictureName(leaf.id, position), import.meta.url).pathname);
    drawn++;
    bytes += size;
  }
}

async function drawAll(nodes: readonly DemoSubcategory[]): Promise<void> {
  for (const node of nodes) {
    if (node.items) await draw(node);
    await drawAll(node.subcategories ?? []);
  }
}

for (const project of demoProjects) for (const category of project.categories) await drawAll(category.subcategories);
process.stdout.write(`${drawn} pictures, ${Math.round(bytes / 1024)} KB\n`);
