/**
 * A key that an input method takes, to choose what is being composed or to give it up, is none of ours: Enter would end
 * the renaming of a node in the middle of a word. In some browsers the last key of a composition is known by its code alone.
 */
export function leaveComposingAlone() {
  const listen = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  window.addEventListener("keydown", listen, { capture: true });
}
