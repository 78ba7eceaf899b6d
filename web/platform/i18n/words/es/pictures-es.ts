import type { picturesEn } from "../en/pictures-en.ts";

export const picturesEs: typeof picturesEn = {
  pictures: {
    drop: "Arrastra imágenes aquí, pégalas o",
    pick: "elige archivos",
    main: "Principal",
    moveLeft: "Mover antes",
    moveRight: "Mover después",
    remove: "Quitar imagen",
    picture: (position) => `Imagen ${position}`,
    open: "Abrir a tamaño completo",
    uploading: (name) => `Subiendo ${name}`,
    failed: (name) => `No se pudo subir ${name}`,
    broken: "No se puede mostrar la imagen",
    byAddress: "Añadir por dirección",
    addressLabel: "Dirección de una imagen",
    focalPoint: "Punto focal",
    focalHint:
      "Cuando una tienda recorta la imagen en un cuadrado, este punto queda visible. Haz clic o arrastra, usa las flechas (con Mayús, pasos más grandes) o escribe los números.",
    focalAt: (left, top) => `${left} % desde la izquierda, ${top} % desde arriba`,
    squareCut: "Recorte cuadrado",
    fromLeft: "Izquierda, %",
    fromTop: "Arriba, %",
    centre: "Volver al centro",
  },
};
