export const accessLaterEn = {
  access: {
    signIn: "Sign in",
    signInHint: "Your session has ended. Sign in to save what you typed.",
    name: "Name",
    password: "Password",
    code: "Code from your authenticator app",
    signInByPasskey: "Sign in with a passkey",
    forgot: "Forgot your password?",
    currentPassword: "Current password",
    nameTaken: "Another person already has this name.",
    nameRule: "Letters, digits and . _ @ + - only, with a letter or digit first.",
    wrongPassword: "This is not your password.",
  },
  /** For who may change nothing in a project. */
  viewOnly: {
    title: "View only",
    hint: "You can view this project, but not change it.",
  },
  /** An edit that was refused because the person may not change the field any more. */
  refusedEdit: {
    noLonger: "You can no longer change this, so your edit was not saved.",
    copy: "Copy my text",
    copied: "Text copied",
  },
};
