import type { accessEn } from "../en/access-en.ts";

export const accessDe: typeof accessEn = {
  access: {
    translateOnly: "Sie können das übersetzen, aber nicht das Original ändern.",
    signOut: "Abmelden",
    people: "Personen und Schlüssel",
    account: "Mein Konto",
    save: "Speichern",
  },
};
