import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api.ts";
import { watchTyping } from "./changes/typing.ts";
import { leaveComposingAlone } from "./composing.ts";
import { fetchRest } from "./fetch-rest.ts";
import { languageStore, loadText } from "./i18n/i18n.ts";
import { router } from "./router.tsx";
import { startSaving } from "./saving/saving.ts";
import { cssVariables, theme } from "./theme.ts";

startSaving();
watchTyping();
leaveComposingAlone();
document.documentElement.lang = languageStore.get();

/**
 * Drawn when the screen's code is there: React holds a screen that had to show "loading" first back for 0.3 s. Not
 * awaited at the top, because what the texts import may be in this very file, which then would wait for itself.
 */
void Promise.all([loadText(), router.load()]).then(() => {
  const place = document.getElementById("root");
  if (!place) return;
  createRoot(place).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fetchRest();
});
