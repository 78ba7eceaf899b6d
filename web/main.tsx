import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { watchTyping } from "./actions/typing.ts";
import { listedItem } from "./catalog/item-cache.ts";
import { registerAll } from "./features.ts";
import { loadSheet } from "./items/grid/load-sheet.ts";
import { queryClient } from "./platform/api.ts";
import { leaveComposingAlone } from "./platform/composing.ts";
import { languageStore, loadText } from "./platform/i18n/i18n.ts";
import { untilThere, watchReach } from "./platform/offline/reach.ts";
import { storeProgram } from "./platform/offline/store-program.ts";
import { cssVariables, theme } from "./platform/theme.ts";
import { router } from "./router.tsx";
import { startSaving } from "./saving/saving.ts";

registerAll();
startSaving();
watchReach(listedItem);
watchTyping();
leaveComposingAlone();
document.documentElement.lang = languageStore.get();

const againMs = 1_000;

/** Without words nothing can be drawn, not even what is wrong. */
const words = (): Promise<void> =>
  loadText().catch(async () => {
    await untilThere();
    await new Promise((resolve) => setTimeout(resolve, againMs));
    return words();
  });

/**
 * Drawn when the screen's code is there: React holds a screen that had to show "loading" first back for 0.3 s. Not
 * awaited at the top, because what the texts import may be in this very file, which then would wait for itself.
 */
void Promise.all([words(), router.load()]).then(() => {
  const place = document.getElementById("root");
  if (!place) return;
  createRoot(place).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      // The variables are in no style sheet: most of them are of colours that nothing uses.
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  storeProgram(loadSheet);
});
