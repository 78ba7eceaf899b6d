import type { treeEn } from "../en/tree-en.ts";
import { items, subcategories } from "./phrases-es.ts";

const below = (nodes: number, count: number) =>
  [nodes > 0 ? subcategories(nodes) : "", count > 0 ? items(count) : ""].filter(Boolean).join(" y ");

export const treeEs: typeof treeEn = {
  tree: {
    title: "Árbol del catálogo",
    filter: "Filtrar el árbol",
    addCategory: "Añadir categoría",
    addSubcategory: "Añadir subcategoría",
    newCategory: "Nueva categoría",
    newSubcategory: "Nueva subcategoría",
    rename: "Cambiar nombre",
    renameLabel: (name) => `Nuevo nombre de «${name}»`,
    hidden: "No visible en la tienda",
    hide: "Ocultar en la tienda",
    show: "Mostrar en la tienda",
    details: "Detalles",
    changeAddress: "Cambiar dirección",
    moveTo: "Mover a…",
    moveUp: "Subir",
    moveDown: "Bajar",
    moveIn: "Mover dentro de la anterior",
    moveOut: "Sacar un nivel",
    actionsOf: (name) => `Acciones de «${name}»`,
    expand: "Desplegar",
    collapse: "Plegar",
    position: (position, of) => `${position} de ${of}`,
    topLevel: "Nivel superior",
    renamed: (before) => `Nombre de «${before}» cambiado`,
  },
  deleteNode: {
    title: (name) => `¿Eliminar «${name}»?`,
    alone: "Está vacía.",
    with: (nodes, count) => `También se ${nodes + count === 1 ? "eliminará" : "eliminarán"} ${below(nodes, count)}.`,
  },
  address: {
    title: "Dirección en el marketplace",
    label: "Parte de la dirección",
    now: "Ahora",
    after: "Después del cambio",
    effect: (nodes, count) =>
      nodes + count === 0
        ? "Solo cambia la dirección de esta página."
        : `Cambia la dirección de esta página y de todo lo que contiene: ${below(nodes, count)}.`,
    oldLinks: "El servicio recuerda la dirección anterior y responde con la nueva.",
    rules: "Letras, cifras, - _ . y ~",
    invalid: "La dirección solo puede contener letras, cifras, - _ . y ~.",
    copy: "Copiar dirección",
    copied: "Dirección copiada",
  },
  move: {
    title: (name) => `Mover «${name}»`,
    titleItems: (count) => `Mover ${items(count)}`,
    copyItems: (count) => `Copiar ${items(count)}`,
    confirm: "Mover aquí",
    confirmCopy: "Copiar aquí",
  },
  node: {
    category: "Categoría",
    subcategory: "Subcategoría",
    name: "Nombre",
    visible: "Visible en la tienda",
    priority: "Prioridad",
    priorityHint: "Los números menores van primero",
    picture: "Imagen",
    address: "Dirección",
    names: "Nombres en otros idiomas",
    showAll: (count) => `Mostrar todo (${count})`,
  },
};
