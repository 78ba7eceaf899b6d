/** `a "b"` as `"a ""b"""`. */
export const quotedText = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * The text in the quotes that open at `start`, and where the quotes end; undefined if they do not. Without a regular
 * expression: a list of pictures may have 400,000 characters.
 */
export function quotedAt(text: string, start: number): { content: string; end: number } | undefined {
  let close = text.indexOf('"', start + 1);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close === -1) return undefined;
  return { content: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 };
}
