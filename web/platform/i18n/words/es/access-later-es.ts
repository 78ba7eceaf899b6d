import type { accessLaterEn } from "../en/access-later-en.ts";

export const accessLaterEs: typeof accessLaterEn = {
  access: {
    signIn: "Iniciar sesión",
    signInHint: "Tu sesión caducó. Inicia sesión para guardar lo que escribiste.",
    name: "Nombre de usuario",
    password: "Contraseña",
    code: "Código de tu app de autenticación",
    signInByPasskey: "Usar una llave de acceso",
    forgot: "¿Olvidaste tu contraseña?",
    currentPassword: "Contraseña actual",
    nameTaken: "Otra persona ya tiene este nombre de usuario.",
    nameRule: "Solo letras, cifras y . _ @ + -, empezando por una letra o una cifra.",
    wrongPassword: "Esta no es tu contraseña.",
  },
  /** For who may change nothing in a project. */
  viewOnly: {
    title: "Solo lectura",
    hint: "Puedes ver este proyecto, pero no modificarlo.",
  },
  /** An edit that was refused because the person may not change the field any more. */
  refusedEdit: {
    noLonger: "Ya no puedes modificar esto, así que tu cambio no se guardó.",
    copy: "Copiar mi texto",
    copied: "Texto copiado",
  },
};
