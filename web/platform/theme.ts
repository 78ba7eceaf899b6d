import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, type TitleProps } from "@mantine/core";

// Mantine draws text of shade 9 on a background of shade 1, and in the dark scheme text of shades 4 and 0. The shades are
// chosen so that these pairs, and white on shade 6, meet the contrast rules.
const iris: MantineColorsTuple = [
  "#f4f5ff",
  "#eceeff",
  "#dfe3fe",
  "#c3c9fb",
  "#a9b1fa",
  "#7d88f4",
  "#4f5bea",
  "#4149cf",
  "#373eae",
  "#2f358d",
];

const red: MantineColorsTuple = [
  "#fff0f0",
  "#fdebec",
  "#f9d3d6",
  "#f3a8ad",
  "#ff8f96",
  "#d63a45",
  "#c02533",
  "#a81f2c",
  "#921a26",
  "#7d1620",
];

const good: MantineColorsTuple = [
  "#effaf3",
  "#e4f5ea",
  "#c8ebd5",
  "#9fdcb6",
  "#6fd39a",
  "#2f9a5d",
  "#17703f",
  "#135f35",
  "#0f4f2c",
  "#0c4024",
];

const warn: MantineColorsTuple = [
  "#fff8e8",
  "#fdf1dc",
  "#fae2b4",
  "#f5ce80",
  "#f0bd62",
  "#b97a14",
  "#8a5300",
  "#754600",
  "#613a00",
  "#4d2e00",
];

/** Borders are shade 3, borders of inputs 4, dimmed text 5 and 6. */
const gray: MantineColorsTuple = [
  "#f7f8fa",
  "#f0f2f6",
  "#e9ebf1",
  "#e4e6ed",
  "#cdd1db",
  "#666b7a",
  "#5c6170",
  "#525766",
  "#484d5b",
  "#3f4452",
];

/** Text is shades 0 to 3, borders 4, raised surfaces 5 and 6, the page 7. */
const dark: MantineColorsTuple = [
  "#e7e9f0",
  "#c3c7d2",
  "#a5abb9",
  "#969cac",
  "#343843",
  "#23262f",
  "#1a1c22",
  "#14161b",
  "#101216",
  "#0c0d10",
];

const fontFamily = '"Inter Variable", "Inter Fallback", system-ui, sans-serif';

/** Where menus are drawn: a landmark of the page, so that people with a screen reader find them. */
export const floatingId = "floating";
const floating = { target: `#${floatingId}` };

/** The letters of large texts. */
const closer = { letterSpacing: "-0.01em" };

export const theme = createTheme({
  primaryColor: "iris",
  primaryShade: 6,
  black: "#1b1d26",
  colors: { iris, red, good, warn, gray, dark },
  fontFamily,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", Menlo, monospace',
  headings: {
    fontFamily,
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "24px", lineHeight: "1.2" },
      h2: { fontSize: "18px", lineHeight: "1.3" },
      h3: { fontSize: "13px", lineHeight: "1.45" },
    },
  },
  defaultRadius: "md",
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
  /** The type scale, with the weights 400, 500 and 600. Nothing else is written in another size. */
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "18px", xl: "24px" },
  lineHeights: { sm: "1.45", md: "1.45" },
  shadows: { lg: "0 8px 28px rgb(10 12 30 / 16%), 0 1px 3px rgb(10 12 30 / 10%)" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Menu: {
      defaultProps: {
        shadow: "lg",
        radius: "md",
        transitionProps: { duration: 120 },
        // A placeholder is no valid child of a menu.
        withInitialFocusPlaceholder: false,
        portalProps: floating,
      },
    },
    Modal: {
      defaultProps: {
        // A dialog's heading is not the banner of the page.
        attributes: { header: { role: "presentation" } },
        centered: true,
        radius: "lg",
        padding: 20,
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { duration: 120, transition: "pop" },
      },
      styles: { title: { fontSize: "var(--mantine-font-size-lg)", fontWeight: 600, lineHeight: 1.3, ...closer } },
    },
    Popover: {
      defaultProps: { shadow: "lg", radius: "md", transitionProps: { duration: 120 }, portalProps: floating },
    },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    // Text of any language starts at its own side. As a property, `dir` would go to the wrapper instead of the input.
    Input: { defaultProps: { attributes: { input: { dir: "auto" } } } },
    Kbd: { defaultProps: { ff: "text", fw: 500 } },
    NavLink: { defaultProps: { bdrs: "md" } },
    Badge: { defaultProps: { variant: "light", color: "gray", tt: "none", fw: 500, lts: 0 } },
    // The gap between an icon and the label.
    Button: { styles: { section: { "--mantine-spacing-xs": "6px" } } },
    InputWrapper: { styles: { label: { marginBottom: 4 } } },
    SegmentedControl: {
      defaultProps: { withItemsBorders: false, transitionDuration: 120 },
      styles: { label: { paddingInline: 9 } },
    },
    // The headings inside a panel are as large as its texts.
    Title: {
      styles: (_: unknown, { order = 1, size, fz }: TitleProps) => ({
        root: order < 3 && size !== "h3" && !fz ? closer : {},
      }),
    },
    // As high as its text, up to 320 pixels.
    Textarea: { defaultProps: { resize: "vertical" }, styles: { input: { fieldSizing: "content", maxHeight: 320 } } },
  },
});

/** A quiet background of a colour in the dark scheme, and the text on it: Mantine's own are almost black and white. */
const quiet = (name: string, background: string) => ({
  [`--mantine-color-${name}-light`]: background,
  [`--mantine-color-${name}-light-hover`]: `color-mix(in srgb, ${background}, white 6%)`,
  [`--mantine-color-${name}-light-color`]: `var(--mantine-color-${name}-4)`,
});

/** Borders are fainter than Mantine's. In the dark scheme its red for errors lacks contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { "--mantine-color-default-border": "var(--mantine-color-gray-3)" },
  dark: {
    "--mantine-color-default-border": "#282b34",
    "--mantine-color-error": "var(--mantine-color-red-4)",
    ...quiet("iris", "#23274a"),
    ...quiet("good", "#17301f"),
    ...quiet("warn", "#352a13"),
    ...quiet("red", "#3a1d21"),
  },
});
