import type { tourEn } from "../en/tour-en.ts";

export const tourEs: typeof tourEn = {
  /** Shows people around in the demo catalog. */
  tour: {
    step: (step, of) => `${step} de ${of}`,
    next: "Siguiente",
    skip: "Omitir el recorrido",
    done: "Listo",
    steps: {
      tree: {
        title: "¡Hola! Empieza por el árbol",
        text: () =>
          "Este catálogo es de demostración: prueba lo que quieras. Haz clic en una categoría para abrirla. Arrastra una subcategoría para moverla con todos sus artículos.",
      },
      grid: {
        title: "Escribe directamente en la lista",
        text: () =>
          "Elige una celda y escribe, como en una hoja de cálculo. También puedes copiar, pegar y rellenar. Cada cambio se guarda solo.",
      },
      item: {
        title: "Todo sobre un artículo",
        text: (key) =>
          `Aquí están las imágenes, propiedades, etiquetas y comentarios. Con ${key("alt+j")} y ${key("alt+k")} pasas al artículo siguiente y al anterior.`,
      },
      translations: {
        title: "Traduce con el original a la vista",
        text: () =>
          "Cada texto aparece junto a su traducción. Primero van los que están sin traducir o desactualizados.",
      },
      undo: {
        title: "Todo se puede deshacer",
        text: (key) =>
          `Pulsa ${key("mod+z")} o abre la lista con este botón y elige un cambio. En el historial se ve lo que hizo cada persona.`,
      },
    },
  },
};
