/** The keys of commands that are shown elsewhere too. Joined by "+": mod is Cmd on a Mac and Ctrl elsewhere. */
export const shortcuts = {
  duplicateItem: "alt+shift+d",
  moveItem: "alt+shift+m",
  toggleItem: "alt+h",
  copyLink: "alt+l",
  deleteItem: "alt+delete",
} as const;
