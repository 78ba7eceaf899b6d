import { limits } from "../../contract/limits.ts";
import type { wordsEn } from "./words-en.ts";

export const wordsDe: typeof wordsEn = {
  signIn: "Anmelden",
  name: "Benutzername",
  password: "Passwort",
  newPassword: "Neues Passwort",
  passwordHint: `Mindestens ${limits.shortestPassword} Zeichen. Mehrere Wörter sind einprägsamer als Sonderzeichen.`,
  code: "Code aus der Authenticator-App",
  forgot: "Passwort vergessen?",
  forgotTitle: "Neues Passwort",
  forgotHint:
    "Ist zu Ihrem Benutzernamen eine E-Mail-Adresse hinterlegt, senden wir Ihnen einen Link für ein neues Passwort.",
  sendLink: "Link senden",
  linkSent: "Ist zu diesem Benutzernamen eine E-Mail-Adresse hinterlegt, ist der Link unterwegs. Er gilt einen Tag.",
  backToSignIn: "Zurück zur Anmeldung",
  byPasskey: "Mit Passkey anmelden",
  acceptByPasskey: "Passkey statt Passwort verwenden",
  passkey: "Passkey",
  firstUser: "Erstes Benutzerkonto",
  firstUserHint: "Diese Person verwaltet alles und kann andere einladen.",
  create: "Erstellen und anmelden",
  invitation: (shop) => `Willkommen bei ${shop}`,
  invitedBy: ({ by, name }) => `${by} lädt Sie ein, am Katalog mitzuarbeiten. Ihr Benutzername ist ${name}.`,
  accept: "Passwort festlegen und anmelden",
  reset: "Neues Passwort",
  resetHint: (name) => `Legen Sie ein neues Passwort für ${name} fest. Alle offenen Sitzungen werden dabei beendet.`,
  save: "Passwort festlegen",
  linkGone: "Dieser Link funktioniert nicht",
  toCatalog: "Zum Katalog",
  requestId: "Nummer der Anfrage:",
  seconds: { one: "Sekunde", other: "Sekunden" },
  errors: {
    missing: {
      title: "Hier ist nichts",
      text: "Vielleicht ist die Adresse falsch geschrieben, oder die Seite gibt es nicht mehr.",
    },
    signIn: {
      title: "Die Anmeldung hat nicht geklappt",
      text: "Zeit abgelaufen oder kein Konto vorhanden. Versuchen Sie es erneut oder fragen Sie Ihren Administrator.",
    },
    busy: {
      title: "Der Server kann gerade nicht antworten",
      text: "Warten Sie einen Moment und laden Sie die Seite dann neu.",
    },
    broken: {
      title: "Etwas ist schiefgegangen",
      text: "Es liegt nicht an Ihnen. Hilft ein neuer Versuch nicht, nennen Sie dem Betreiber die Nummer unten.",
    },
    refused: {
      title: "Das ist nicht möglich",
      text: "Der Server nimmt diese Anfrage nicht an. Der Betreiber findet sie anhand der Nummer unten.",
    },
  },
  faults: {
    link_not_valid:
      "Er wurde bereits verwendet oder widerrufen, ist abgelaufen oder unvollständig. Bitten Sie um einen neuen.",
    sign_in_failed: "Benutzername, Passwort oder Code ist falsch.",
    first_user_failed: "Der Link funktioniert nicht mehr. Starten Sie den Server neu, um einen neuen zu erhalten.",
    weak_password: `Zu leicht zu erraten. Mindestens ${limits.shortestPassword} Zeichen, und kein gängiges Passwort.`,
    invalid_body:
      "Ein Benutzername enthält nur Buchstaben, Ziffern und . _ @ + -, am Anfang einen Buchstaben oder eine Ziffer.",
    id_taken: "Diesen Namen hat bereits eine andere Person.",
    rate_limited: (wait) => `Zu viele Versuche. Versuchen Sie es in ${wait} erneut.`,
    passkey_failed: "Der Passkey hat nicht funktioniert. Versuchen Sie es erneut oder verwenden Sie Ihr Passwort.",
    route_not_found: "Der Server versendet keine E-Mails. Bitten Sie Ihren Administrator um einen Link.",
    unreachable: "Der Server ist nicht erreichbar.",
    failed: "Das hat nicht geklappt. Versuchen Sie es erneut oder fragen Sie Ihren Administrator.",
  },
  mails: {
    invitation: ({ shop, name, by, url, until }) => ({
      subject: `Einladung zu ${shop}`,
      text: `Guten Tag,

${by} lädt Sie ein, am Katalog von ${shop} mitzuarbeiten. Ihr Benutzername ist ${name}.

Öffnen Sie diesen Link, um ein Passwort festzulegen und sich anzumelden:

${url}

Der Link funktioniert einmal und gilt bis ${until}. Haben Sie keine Einladung erwartet, ignorieren Sie diese E-Mail.
`,
    }),
    reset: ({ shop, name, url, until }) => ({
      subject: `Neues Passwort für ${shop}`,
      text: `Guten Tag,

mit diesem Link können Sie ein neues Passwort für ${name} bei ${shop} festlegen:

${url}

Der Link funktioniert einmal und gilt bis ${until}.
Haben Sie ihn nicht angefordert, ignorieren Sie diese E-Mail. Ihr Passwort bleibt dann unverändert.
`,
    }),
  },
};
