/** As people and spreadsheets write it, in all languages of the interface; in lower case. */
export const yesWords = [
  "true",
  "yes",
  "1",
  "да",
  "истина",
  "ja",
  "wahr",
  "sí",
  "si",
  "verdadero",
  "oui",
  "vrai",
  "是",
] as const;
export const noWords = ["false", "no", "0", "нет", "ложь", "nein", "falsch", "falso", "non", "faux", "否"] as const;
