/** What the browser keeps of small choices. Where it is full or forbidden, a choice lasts until the page is closed. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeText(key: string, text: string) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // No reason not to go on.
  }
}
