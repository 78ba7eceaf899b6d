/**
 * Whether an input method uses this key to compose a word. Without this check Enter would end the renaming of a node in the
 * middle of a word. In some browsers only the key code shows the last key of a composition.
 */
export function leaveComposingAlone() {
  const listen = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  window.addEventListener("keydown", listen, { capture: true });
}
