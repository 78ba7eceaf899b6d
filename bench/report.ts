import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import type { Spread } from "./in-turns.ts";

export type Line = {
  work: string;
  bar: { value: number; kind: "at least" | "at most" } | undefined;
  figure: Spread;
  unit: string;
  details: string;
};
export type Section = { title: string; lines: Line[] };

const readme = new URL("./README.md", import.meta.url).pathname;
const opening = "<!-- figures: written by npm run bench -- --write -->";
const closing = "<!-- end of figures -->";

const headings = ["work", "bar", "measured", "least to most", "", "details"];

/** Each section says when and where it was measured, as they need not come from one run. */
export const report = (sections: readonly Section[], circumstances: string): string =>
  sections
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => `### ${title}\n\n${circumstances}\n\n${table([headings, ...lines.map(cells)])}`)
    .join("\n\n");

/** Read before the benchmark itself puts load on the machine. */
const loadBefore = loadavg()[0] ?? 0;

export function circumstances(wrkVersion: string, quick: boolean, minutes: number): string {
  const commit = Bun.spawnSync(["git", "rev-parse", "--short", "HEAD"]).stdout.toString().trim();
  const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? "unknown processor"}, ${process.platform}`;
  const busy = loadBefore > cpus().length / 4 ? " THE MACHINE WAS BUSY WITH OTHER WORK: these figures are noise." : "";
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}, Bun ${Bun.version}, ${wrkVersion}, ${machine}; ${quick ? "quick run" : "full run"}, ${minutes.toFixed(1)} minutes, load average ${loadBefore.toFixed(2)} before it.${busy}`;
}

/** Replaces the sections that were measured. `titles` are those of all sections, in their order. */
export function writeToReadme(figures: string, titles: readonly string[]): void {
  const text = readFileSync(readme, "utf8");
  const start = text.indexOf(opening);
  const end = text.indexOf(closing);
  if (start < 0 || end < start) throw new Error(`bench/README.md lacks the markers around the figures: ${opening}`);
  const sections = new Map([...byTitle(text.slice(start + opening.length, end)), ...byTitle(figures)]);
  const all = titles.flatMap((title) => sections.get(title) ?? []).join("\n\n");
  writeFileSync(readme, `${text.slice(0, start + opening.length)}\n\n${all}\n\n${text.slice(end)}`);
}

const byTitle = (figures: string): [title: string, section: string][] =>
  figures
    .split(/^(?=### )/m)
    .map((section) => section.trim())
    .filter((section) => section !== "")
    .map((section) => [section.slice(4, section.indexOf("\n")), section]);

function cells({ work, bar, figure, unit, details }: Line): string[] {
  const { median, low, high } = figure;
  return [
    work.replace(/^ +/, (indent) => "&nbsp;".repeat(indent.length)),
    bar ? `${bar.kind} ${number(bar.value)}` : "",
    `${number(median)} ${unit}`,
    low === high ? "" : `${number(low)} to ${number(high)}`,
    bar ? verdict(bar, median) : "",
    details,
  ];
}

/** One sentence for each figure that misses its bar. */
export const missedBars = (sections: readonly Section[]): string[] =>
  sections
    .flatMap(({ lines }) => lines)
    .flatMap(({ work, bar, figure, unit }) =>
      bar && verdict(bar, figure.median) === "FAIL"
        ? [`Missed: ${work.trim()}: ${number(figure.median)} ${unit}, the bar is ${bar.kind} ${number(bar.value)}.`]
        : [],
    );

const verdict = ({ value, kind }: { value: number; kind: "at least" | "at most" }, measured: number) =>
  (kind === "at least" ? measured >= value : measured <= value) ? "pass" : "FAIL";

const number = (value: number) => (value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(2));

function table(rows: readonly string[][]): string {
  const widths = headings.map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...body.map(line)].join("\n");
}
