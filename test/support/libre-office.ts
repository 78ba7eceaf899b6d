import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
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

/** What a file is saved as: `csv` has semicolons, and every text in quotes. */
export type SavedAs = { format: "xlsx" | "ods" | "csv"; encoding?: keyof typeof charsets };
export const savedFormats = ["xlsx", "ods", "csv"] as const;

const filterOf = ({ format, encoding = "utf-8" }: SavedAs): string =>
  format === "csv" ? `csv:Text - txt - csv (StarCalc):59,34,${charsets[encoding]},1,,0,false,true,false` : format;

const mostMs = 120_000;

/** Opens a spreadsheet in LibreOffice, as somebody in that country has it, and saves it. Returns the bytes of the file. */
export async function saved(file: string, { locale }: Country, as: SavedAs): Promise<Uint8Array> {
  if (libreOffice === null) throw new Error("LibreOffice is not installed.");
  const folder = temporaryFolder();
  const profile = join(folder, "profile");
  mkdirSync(join(profile, "user"), { recursive: true });
  writeFileSync(join(profile, "user", "registrymodifications.xcu"), settingsFor(locale));
  const command = [
    libreOffice,
    `-env:UserInstallation=${pathToFileURL(profile)}`,
    "--headless",
    ...["--convert-to", filterOf(as), "--outdir", join(folder, "out"), file],
  ];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe", timeout: mostMs });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  const name = basename(file).replace(/\.\w+$/, `.${as.format}`);
  const result = Bun.file(join(folder, "out", name));
  if (!(await result.exists())) throw new Error(`LibreOffice saved nothing: ${said.join("")}`);
  return result.bytes();
}

const settingsFor = (locale: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${locale}</value></prop></item>
</oor:items>
`;
