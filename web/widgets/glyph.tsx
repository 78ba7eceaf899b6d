export type GlyphName = "chevron" | "dots" | "eye-off" | "folder" | "grip" | "open" | "package";

/** An icon of a single element, for rows: hundreds of them are drawn while scrolling. */
export function Glyph({ name, size }: { name: GlyphName; size?: number }) {
  return (
    <span className={`glyph glyph-${name}`} aria-hidden style={size ? { width: size, height: size } : undefined} />
  );
}
