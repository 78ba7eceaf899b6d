import { createClient } from "../../contract/client.ts";
import { startWatched, type WatchedService } from "../support/watched-service.ts";
import { Imports } from "./import-run.ts";

export type WatchedImports = { service: WatchedService; imports: Imports; leaf: string };

/** A service that says how long its loop was held, with a leaf to import into. */
export async function startWatchedImports(): Promise<WatchedImports> {
  const service = await startWatched({ LOG_LEVEL: "error" });
  const api = createClient(service.url);
  await api.createProject({ body: { id: "shop", displayName: "Shop" } });
  const { data: category } = await api.createCategory({ params: { projectId: "shop" }, body: { name: "Audio" } });
  const { data: leaf } = await api.createSubcategory({ params: { categoryId: category.id }, body: { name: "Lamps" } });
  return { service, imports: new Imports(service.url), leaf: leaf.id };
}
