import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "./temporary-folder.ts";

/** The path of LibreOffice, where it is installed. */
export const libreOffice = Bun.which("soffice");

/** The countries in whose ways files are saved, with what their CSV has for decimals. */
export const countries = [
  { locale: "en-US", decimal: "." },
  { locale: "de-DE", decimal: "," },
  { locale: "ru-RU", decimal: "," },
  { locale: "fr-FR", decimal: "," },
] as const;
export type Country = (typeof countries)[number];

/** The encodings of texts by the numbers that LibreOffice has for them. */
const charsets = { "utf-8": 76, "windows-1252": 1, "windows-1251": 34 } as const;

/** What a file is saved as: `csv` has semicolons, and one sheet, which is the first one unless `sheet` is its number. */
export type SavedAs = { format: "xlsx" | "ods" | "csv"; encoding?: keyof typeof charsets; sheet?: number };
export const savedFormats = ["xlsx", "ods", "csv"] as const;

function filterOf({ format, encoding = "utf-8", sheet = 0 }: SavedAs): string {
  if (format !== "csv") return format;
  return `csv:Text - txt - csv (StarCalc):59,34,${charsets[encoding]},1,,0,false,true,false,false,false,${sheet}`;
}

/** As somebody opens CSV with commas: numbers and dates are recognised. */
const opened = (file: string): string[] =>
  file.endsWith(".csv") ? ["--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,true"] : [];

const mostMs = 120_000;

/** Opens a spreadsheet in LibreOffice, as somebody in that country has it, and saves it. Returns the bytes of the file. */
export async function saved(file: string, { locale }: Country, as: SavedAs): Promise<Uint8Array> {
  if (libreOffice === null) throw new Error("LibreOffice is not installed.");
  const folder = temporaryFolder();
  const [profile, out] = [join(folder, "profile"), join(folder, "out")];
  mkdirSync(join(profile, "user"), { recursive: true });
  writeFileSync(join(profile, "user", "registrymodifications.xcu"), settingsFor(locale));
  const command = [
    libreOffice,
    `-env:UserInstallation=${pathToFileURL(profile)}`,
    "--headless",
    ...opened(file),
    ...["--convert-to", filterOf(as), "--outdir", out, file],
  ];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe", timeout: mostMs });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  // A sheet that was chosen is in the name of its file.
  const [name] = existsSync(out) ? readdirSync(out) : [];
  if (name === undefined) throw new Error(`LibreOffice saved nothing: ${said.join("")}`);
  return Bun.file(join(out, name)).bytes();
}

const settingsFor = (locale: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${locale}</value></prop></item>
</oor:items>
`;
