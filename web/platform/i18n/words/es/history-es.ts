import type { historyEn } from "../en/history-en.ts";
import { plural } from "./phrases-es.ts";

export const historyEs: typeof historyEn = {
  history: {
    saves: (count) => `${plural(count, { one: "guardado", other: "guardados" })}: ver los valores intermedios`,
    notShown: (count) =>
      plural(count, { one: "guardado anterior no se muestra", other: "guardados anteriores no se muestran" }),
    restored: "restaurado",
    show: "Ver historial",
    trash: "Papelera",
    until: (day) => `se puede restaurar hasta el ${day}`,
    subtitle: "Consulta quién hizo cada cambio y deshazlo.",
    subtitleViewOnly: "Consulta quién hizo cada cambio.",
    kept: (count) =>
      plural(count, {
        one: "campo se modificó después y no se deshizo",
        other: "campos se modificaron después y no se deshicieron",
      }),
    created: "creado",
    deleted: "eliminado",
    changed: "modificado",
    more: "Ver anteriores",
    all: "Todos los cambios",
    restore: "Restaurar",
    file: "un archivo",
    someone: "Alguien",
    text: "Nombre o valor",
    who: "Quién",
    kind: "Tipo",
    anyKind: "Todo",
    action: "Acción",
    anyAction: "Cualquier acción",
    field: "Campo",
    anyField: "Cualquier campo",
    since: "Desde este día",
    untilDay: "Hasta este día",
    pruned: "Los cambios más antiguos ya no se conservan.",
    gathered: (count) => plural(count, { one: "registro", other: "registros" }),
  },
};
