/** Opens the list of what was done, as a click on its button does, when the palette has given back the focus. */
export const openDoneList = () =>
  void setTimeout(() => document.querySelector<HTMLElement>("[data-opens=done]")?.click());
