import { demoProjectId } from "../../contract/constants.ts";
import { beauty } from "./beauty";
import { books } from "./books";
import { clothing } from "./clothing";
import type { DemoProject } from "./demo-types";
import { electronics } from "./electronics";
import { home } from "./home";
import { sports } from "./sports";

/** The catalog that a first start on an empty database creates. */
export const demoProjects: DemoProject[] = [
  {
    id: demoProjectId,
    name: demoProjectId,
    displayName: "Aurora Market",
    categories: [electronics, home, clothing, sports, beauty, books],
  },
  { id: "borealis-outlet", name: "borealis-outlet", displayName: "Borealis Outlet", categories: [] },
];
