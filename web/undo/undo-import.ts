import { CatalogError } from "../../contract/client.ts";
import type { ImportRun } from "../../contract/imports.ts";
import { api, keys } from "../platform/api.ts";
import { refresh } from "../platform/refresh.ts";

const lookMs = 500;

/** The state that an import is in, where the service refuses to move it to another one. */
const stateIn = (error: unknown): unknown => (error instanceof CatalogError ? error.problem.state : undefined);

/** Undoes an import, also one that is still running. Resolves when all is done. */
export async function undoImport(importId: string): Promise<ImportRun> {
  const params = { importId };
  await api.undoImport({ params }).catch(async (error) => {
    const state = stateIn(error);
    if (state === "undoing" || state === "undone") return;
    if (state !== "running") throw error;
    await api.stopImport({ params });
    await api.undoImport({ params });
  });
  return over(importId);
}

/** Carries an import out again that was undone. */
export async function redoImport(importId: string): Promise<ImportRun> {
  await api.resumeImport({ params: { importId } }).catch((error) => {
    if (stateIn(error) !== "running" && stateIn(error) !== "done") throw error;
  });
  return over(importId);
}

async function over(importId: string): Promise<ImportRun> {
  for (;;) {
    const { data } = await api.getImport({ params: { importId } });
    if (data.state !== "running" && data.state !== "undoing") {
      void refresh({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
      return data;
    }
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}
