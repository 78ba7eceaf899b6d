import type { accessLaterEn } from "../en/access-later-en.ts";

export const accessLaterDe: typeof accessLaterEn = {
  access: {
    signIn: "Anmelden",
    signInHint: "Ihre Sitzung ist beendet. Melden Sie sich an, um Ihre Eingaben zu speichern.",
    name: "Benutzername",
    password: "Passwort",
    code: "Code aus der Authenticator-App",
    signInByPasskey: "Mit Passkey anmelden",
    forgot: "Passwort vergessen?",
    currentPassword: "Aktuelles Passwort",
    nameTaken: "Diesen Namen hat bereits eine andere Person.",
    nameRule: "Nur Buchstaben, Ziffern und . _ @ + -, am Anfang ein Buchstabe oder eine Ziffer.",
    wrongPassword: "Das ist nicht Ihr Passwort.",
  },
  /** For who may change nothing in a project. */
  viewOnly: {
    title: "Nur Lesezugriff",
    hint: "Sie können dieses Projekt ansehen, aber nicht ändern.",
  },
  /** An edit that was refused because the person may not change the field any more. */
  refusedEdit: {
    noLonger: "Sie dürfen das nicht mehr ändern. Ihre Änderung wurde nicht gespeichert.",
    copy: "Meinen Text kopieren",
    copied: "Text kopiert",
  },
};
