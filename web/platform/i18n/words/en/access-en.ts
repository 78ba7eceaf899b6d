export const accessEn = {
  access: {
    translateOnly: "You can translate this, but not change the original.",
    signOut: "Sign out",
    people: "People and keys",
    account: "My account",
    save: "Save",
  },
};
