/** As people and spreadsheets write it, in all languages of the interface; in lower case. */
export const yesWords = ["true", "yes", "1", "да", "истина", "ja", "wahr", "sí", "si", "verdadero", "是"] as const;
export const noWords = ["false", "no", "0", "нет", "ложь", "nein", "falsch", "falso", "否"] as const;
