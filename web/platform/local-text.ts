/** Small choices in the browser's storage. Where that is full or forbidden, a choice lasts until the page is closed. */
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
    // The choice lasts until the page is closed.
  }
}
