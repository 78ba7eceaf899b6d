import type { accessEn } from "../en/access-en.ts";

export const accessEs: typeof accessEn = {
  access: {
    translateOnly: "Puedes traducir esto, pero no modificar el original.",
    signOut: "Cerrar sesión",
    people: "Personas y claves",
    account: "Mi cuenta",
    save: "Guardar",
  },
};
