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

const fontFamily = 'Inter, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif';

export const theme = createTheme({
  primaryColor: "iris",
  primaryShade: { light: 6, dark: 5 },
  colors: { iris, dark },
  fontFamily,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", Menlo, monospace',
  headings: { fontFamily, fontWeight: "600" },
  defaultRadius: "md",
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false, fz: "xs", transitionProps: { duration: 120 } } },
    Menu: { defaultProps: { shadow: "lg", radius: "md", transitionProps: { duration: 120 } } },
    Modal: { defaultProps: { centered: true, radius: "lg", transitionProps: { duration: 140, transition: "pop" } } },
    Popover: { defaultProps: { shadow: "lg", radius: "md" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    TextInput: { defaultProps: { size: "sm" } },
  },
});
