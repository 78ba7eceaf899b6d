import { createTheme, type MantineColorsTuple } from "@mantine/core";

const iris: MantineColorsTuple = [
  "#eef0ff",
  "#e0e3fe",
  "#c3c9fb",
  "#9fa8f8",
  "#7d88f4",
  "#636ff0",
  "#4f5bea",
  "#4149cf",
  "#373eae",
  "#2f358d",
];

const dark: MantineColorsTuple = [
  "#e7e9f0",
  "#b9bdca",
  "#9aa0b0",
  "#6c7282",
  "#3a3e4a",
  "#2c303a",
  "#22252d",
  "#1a1c23",
  "#14161b",
  "#0f1014",
];

/** Darker than Mantine's own: white text on it, and it on white, meets the contrast rules. */
const red: MantineColorsTuple = [
  "#fff0f0",
  "#ffdfe0",
  "#f9bdc0",
  "#f3989c",
  "#ee7a80",
  "#d63a45",
  "#c92a37",
  "#b4232f",
  "#9a1c27",
  "#7d1620",
];

const fontFamily = 'Inter, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif';

/** Where menus are drawn: a landmark of the page, so that people with a screen reader find them. */
export const floatingId = "floating";
const floating = { target: `#${floatingId}` };

export const theme = createTheme({
  primaryColor: "iris",
  primaryShade: 6,
  colors: { iris, dark, red },
  fontFamily,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", Menlo, monospace',
  headings: { fontFamily, fontWeight: "600" },
  defaultRadius: "md",
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Tooltip: {
      defaultProps: {
        openDelay: 400,
        withArrow: false,
        fz: "xs",
        transitionProps: { duration: 120 },
        portalProps: floating,
      },
    },
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
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { duration: 120, transition: "pop" },
      },
    },
    Popover: { defaultProps: { shadow: "lg", radius: "md", portalProps: floating } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    TextInput: { defaultProps: { size: "sm" } },
  },
});
