export const projectsLaterEn = {
  /** The dialog of a project. */
  project: {
    create: "New project",
    submit: "Create project",
    created: (name: string) => `Project “${name}” created`,
    change: "Project settings",
    name: "Name",
    nameHint: "What people call the marketplace.",
    id: "Id",
    idHint: "Letters, digits, - and _. Addresses and programs use it, and it never changes.",
    idTaken: "There is already a project with this id.",
    idWrong: "Use up to 100 letters, digits, - and _, and begin with a letter or digit.",
    logo: "Logo",
    removeLogo: "Remove the logo",
    active: "Active",
    activeHint:
      "An inactive project can still be edited. Shops that read the list of projects see that it is not in use.",
    save: "Save",
  },
};
