import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ImportOptions, ImportRun } from "../../contract/imports.ts";
import { routes } from "../../contract/routes.ts";
import { importsQuery } from "../history/imports-query.ts";
import { api, queryClient } from "../platform/api.ts";
import { sendForm } from "../platform/send-form.ts";
import { doneList } from "../undo/done-store.ts";

const lookMs = 1_000;
/** Nothing tells that somebody else began to check a file. */
const quietMs = 5_000;

export const isActive = ({ state }: Pick<ImportRun, "state">) =>
  state === "checking" || state === "running" || state === "undoing";

const runKey = (id: string) => ["imports", "one", id];

/** An import, as it goes on. */
export const useImport = (id: string) =>
  useQuery({
    queryKey: runKey(id),
    queryFn: async ({ signal }) => (await api.getImport({ params: { importId: id }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data && isActive(data) ? lookMs : quietMs),
  });

export const useImports = (projectId: string) =>
  useQuery({
    ...importsQuery(projectId),
    refetchInterval: ({ state: { data } }) => (data?.some(isActive) ? lookMs : quietMs),
  });

/** What a phase of an import has found: another phase finds something else. */
const foundKey = ({ id, state, finishedAt }: ImportRun, what: string) => [
  "imports",
  "found",
  id,
  what,
  state,
  finishedAt,
];

const pages = {
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
};

const pageAt = (cursor: string) => ({ limit: 50, ...(cursor && { cursor }) });

export const useChanges = (run: ImportRun, differs = false) =>
  useInfiniteQuery({
    ...pages,
    queryKey: foundKey(run, differs ? "differs" : "changes"),
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...pageAt(pageParam), ...(differs && { differs }) };
      return (await api.listImportChanges({ params: { importId: run.id }, query, signal })).data;
    },
  });

export const useFaults = (run: ImportRun) =>
  useInfiniteQuery({
    ...pages,
    queryKey: foundKey(run, "faults"),
    queryFn: async ({ pageParam, signal }) =>
      (await api.listImportFaults({ params: { importId: run.id }, query: pageAt(pageParam), signal })).data,
  });

export const useFirstRows = (id: string) =>
  useQuery({
    queryKey: ["imports", "rows", id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await api.listImportRows({ params: { importId: id }, query: { limit: 20 }, signal })).data.rows,
  });

const mappingsKey = (projectId: string) => ["mappings", projectId];

export const useMappings = (projectId: string) =>
  useQuery({
    queryKey: mappingsKey(projectId),
    queryFn: async ({ signal }) => (await api.listMappings({ params: { projectId }, signal })).data.mappings,
  });

export async function saveMapping(projectId: string, mappingName: string, columns: Record<string, string | null>) {
  await api.putMapping({ params: { projectId, mappingName }, body: { columns } });
  await queryClient.invalidateQueries({ queryKey: mappingsKey(projectId) });
}

export async function deleteMapping(projectId: string, mappingName: string) {
  await api.deleteMapping({ params: { projectId, mappingName } });
  await queryClient.invalidateQueries({ queryKey: mappingsKey(projectId) });
}

export type ChosenFiles = { file: File; pictures: File | undefined };
export type SentFile = ChosenFiles & { options: ImportOptions; again?: boolean };

/** The files of the import that was sent last: they can be sent again to be read otherwise. */
let lastSent: { id: string; files: ChosenFiles } | undefined;

export const sentFiles = ({ id }: ImportRun): ChosenFiles | undefined =>
  lastSent?.id === id ? lastSent.files : undefined;

/** Sends a file to be checked. `isNew` is false if it was imported before: the answer is that import. */
export async function sendFile(
  projectId: string,
  { file, pictures, options, again = false }: SentFile,
  sending: { progress(share: number): void; signal: AbortSignal },
): Promise<{ run: ImportRun; isNew: boolean }> {
  const body = new FormData();
  body.append("options", JSON.stringify(options));
  body.append("file", file);
  if (pictures) body.append("pictures", pictures);
  const path = routes.createImport.path.replace(":projectId", encodeURIComponent(projectId));
  const query = new URLSearchParams({ dryRun: "true", ...(again && { again: "true" }) });
  const { status, data } = await sendForm<ImportRun>(`${path}?${query}`, body, sending);
  show(data);
  lastSent = { id: data.id, files: { file, pictures } };
  return { run: data, isNew: status !== 200 };
}

function show(run: ImportRun): ImportRun {
  queryClient.setQueryData(runKey(run.id), run);
  void queryClient.invalidateQueries({ queryKey: importsQuery(run.projectId).queryKey });
  return run;
}

/** What a person does with an import. The answer is the import in its next state. */
export const importActs = {
  check: async (run: ImportRun, options: ImportOptions) =>
    show((await api.updateImport({ params: { importId: run.id }, body: options })).data),
  stop: async (run: ImportRun) => show((await api.stopImport({ params: { importId: run.id } })).data),
  async goOn(run: ImportRun) {
    const next = show(
      (await api.resumeImport({ params: { importId: run.id }, query: { revision: run.revision } })).data,
    );
    if (!next.dryRun) doneList.imported(next);
    return next;
  },
  async undo(run: ImportRun) {
    const next = show((await api.undoImport({ params: { importId: run.id } })).data);
    doneList.importBecomes(run.id, "undone");
    return next;
  },
};

/** Somebody else moved the import meanwhile: its state tells what happened. */
export const lookAgain = (run: ImportRun) => queryClient.invalidateQueries({ queryKey: runKey(run.id) });

export const refusedAddress = ({ id }: ImportRun, format: "csv" | "xlsx") =>
  `${routes.exportRefusedRows.path.replace(":importId", id)}?format=${format}`;
