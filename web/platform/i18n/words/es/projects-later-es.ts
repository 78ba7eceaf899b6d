import type { projectsLaterEn } from "../en/projects-later-en.ts";

export const projectsLaterEs: typeof projectsLaterEn = {
  /** The dialog of a project. */
  project: {
    create: "Nuevo proyecto",
    submit: "Crear proyecto",
    created: (name) => `Proyecto «${name}» creado`,
    change: "Configuración del proyecto",
    name: "Nombre",
    nameHint: "El nombre con el que se conoce el marketplace.",
    id: "Id",
    idHint: "Letras, cifras, - y _. Lo usan las direcciones y los programas, y no cambia nunca.",
    idTaken: "Ya hay un proyecto con este id.",
    idWrong: "Usa hasta 100 letras, cifras, - y _, empezando por una letra o una cifra.",
    logo: "Logotipo",
    removeLogo: "Quitar el logotipo",
    active: "Activo",
    activeHint:
      "Un proyecto inactivo se puede seguir editando. Las tiendas que leen la lista de proyectos ven que no se usa.",
    save: "Guardar",
  },
};
