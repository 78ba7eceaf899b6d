import type { datesEn } from "../en/dates-en.ts";

export const datesEs: typeof datesEn = {
  dates: {
    pattern: "dd/mm/aaaa",
    unreadable: "Escribe una fecha, por ejemplo 31/12/2030.",
    open: "Abrir el calendario",
    previousYear: "Año anterior",
    previousMonth: "Mes anterior",
    nextMonth: "Mes siguiente",
    nextYear: "Año siguiente",
    today: "Hoy",
    clear: "Borrar",
  },
};
