import type { emptyEn } from "../en/empty-en.ts";

export const emptyEs: typeof emptyEn = {
  /** What stands in place of what is not there yet. */
  empty: {
    projects: {
      title: "Aún no hay proyectos",
      what: "Un proyecto es un marketplace con su catálogo.",
      ask: "Pide a un administrador que te dé acceso a uno.",
    },
    catalog: {
      title: "El catálogo está vacío",
      what: "Las categorías y subcategorías forman el árbol; los artículos van en el último nivel.",
      how: "Empieza por una categoría, por ejemplo «Electrónica».",
    },
    choose: {
      title: "Elige una categoría en el árbol",
      what: "Aquí aparecerán sus subcategorías o artículos. Pulsa Ctrl K para buscar cualquier cosa por su nombre.",
    },
    branch: {
      title: "Aún no hay subcategorías",
      what: "Los artículos van dentro de subcategorías.",
      how: "Añade la primera.",
    },
    leaf: {
      title: "Aún no hay nada aquí",
      what: "Aquí aparecerán los artículos de esta subcategoría.",
      how: "Añade el primero o pega filas de una hoja de cálculo.",
    },
    items: {
      title: "Aún no hay artículos",
      what: "Los artículos van dentro de subcategorías.",
      how: "Abre una para añadir el primer artículo.",
    },
    noItem: {
      title: "Ningún artículo coincide",
      what: "En esta lista no hay nada con estas palabras y filtros.",
      how: "Prueba con otra palabra o amplía la búsqueda.",
    },
    noNode: {
      title: "Sin resultados",
      what: "El filtro busca en los nombres de todos los idiomas y en las direcciones.",
    },
    changes: {
      title: "Aún no hay cambios",
      what: "Cada cambio aparecerá aquí y se podrá deshacer.",
    },
    noChange: {
      title: "Ningún cambio coincide",
      what: "Prueba con otras palabras o un período más largo.",
    },
    trash: {
      title: "La papelera está vacía",
      what: "Lo que se elimina aparece aquí y se puede restaurar.",
    },
    comments: {
      title: "No hay comentarios abiertos",
      what: "Los comentarios de los artículos aparecen aquí hasta que alguien los resuelve.",
      how: "Abre un artículo para escribir uno.",
    },
    resolvedComments: {
      title: "No hay comentarios resueltos",
      what: "Los comentarios aparecen aquí cuando se resuelven.",
    },
    itemComments: {
      title: "Aún no hay comentarios",
      what: "Preguntas y notas sobre este artículo, para quienes trabajan en él.",
    },
    mentions: {
      title: "Aún no hay menciones",
      what: "Cuando alguien escriba @ y tu nombre en un comentario, te avisaremos aquí.",
    },
    undo: {
      title: "Aún no hay nada que deshacer",
      what: "Aquí aparecerá lo que cambies. Cada acción se puede deshacer por separado.",
    },
    translated: {
      title: "Todo traducido",
      what: "Todos los textos de esta rama están traducidos a este idioma.",
    },
    noneMissing: {
      title: "No falta ninguna traducción",
      what: "Todos los textos de esta rama tienen traducción a este idioma.",
    },
    noneStale: {
      title: "No hay nada desactualizado",
      what: "Ningún texto de esta rama cambió después de traducirse a este idioma.",
    },
    texts: {
      title: "Aún no hay nada que traducir",
      what: "Los textos aparecerán aquí cuando el catálogo tenga categorías y artículos.",
    },
    keys: {
      title: "Aún no hay claves",
      what: "Una clave da a un programa solo los permisos que necesita: una importación, una tienda, un informe.",
    },
    people: {
      title: "De momento solo estás tú",
      what: "Cada persona inicia sesión con su propio usuario y solo hace lo que sus permisos le permiten.",
      how: "Invita a la primera y envíale el enlace.",
    },
    audit: {
      title: "Aún no hay nada registrado",
      what: "Aquí aparecerán los inicios de sesión y los cambios de permisos.",
    },
    noEntry: {
      title: "Sin resultados",
      what: "El nombre debe coincidir exactamente con el que aparece en el registro.",
    },
    imports: {
      title: "Aún no hay importaciones",
      what: "Cada importación aparecerá aquí con sus filas y se podrá deshacer por completo. Para empezar, elige un archivo arriba.",
    },
  },
};
