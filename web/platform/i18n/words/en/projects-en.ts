export const projectsEn = {
  projects: {
    title: "Projects",
    subtitle: "Choose the marketplace whose catalog you want to open.",
    add: "New project",
    inactive: "Inactive",
  },
};
