import { type Route, route } from "../api/route.ts";
import type { Db } from "../db/db.ts";
import type { Ask } from "../search/questions.ts";
import type { Downloads } from "./downloads.ts";
import { exportFile } from "./export-file.ts";

export function exportRoutes(db: Db, ask: Ask, downloads: Downloads): Route[] {
  return [
    route("exportItems", ({ params, query, caller, request }) =>
      downloads.send(request, caller, async () => {
        const { kind, bytes } = await exportFile({ db, ask, caller }, params.projectId, query);
        const { sheet = "items" } = query;
        return { kind, name: sheet === "items" ? params.projectId : `${params.projectId}-${sheet}`, bytes };
      }),
    ),
  ];
}
