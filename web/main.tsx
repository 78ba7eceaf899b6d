import "./styles/mantine.css";
import "./styles/base.css";
import "./styles/glyphs.css";
import "./styles/shell.css";
import "./styles/tree.css";
import "./styles/items.css";
import "./styles/panel.css";
import "./styles/dialogs.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api.ts";
import { loadText } from "./i18n/i18n.ts";
import { router } from "./router.tsx";
import { startSaving } from "./saving/saving.ts";
import { theme } from "./theme.ts";

startSaving();

const place = document.getElementById("root");
if (place)
  void loadText().then(() =>
    createRoot(place).render(
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
