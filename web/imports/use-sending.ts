import { useEffect, useRef, useState } from "react";
import type { ImportRun } from "../../contract/imports.ts";
import { type SentFile, sendFile } from "./import-data.ts";

export type Sending =
  | { kind: "idle" }
  /** `share`: how much of it is sent; all of it while the service reads it. */
  | { kind: "sending"; name: string; share: number }
  | { kind: "known"; run: ImportRun; sent: SentFile }
  | { kind: "failed"; error: unknown };

/** Sends one file at a time to be checked; `taken` gets the import that it becomes. */
export function useSending(projectId: string, taken: (run: ImportRun) => void) {
  const [sending, setSending] = useState<Sending>({ kind: "idle" });
  const abort = useRef<AbortController>(undefined);
  // Whoever leaves the screen does not wait for it.
  useEffect(() => () => abort.current?.abort(), []);
  const send = async (sent: SentFile) => {
    const { file } = sent;
    const controller = new AbortController();
    abort.current = controller;
    const { signal } = controller;
    const progress = (share: number) => setSending({ kind: "sending", name: file.name, share });
    progress(0);
    try {
      const { run, isNew } = await sendFile(projectId, sent, { progress, signal });
      if (isNew) taken(run);
      else setSending({ kind: "known", run, sent });
    } catch (error) {
      setSending(signal.aborted ? { kind: "idle" } : { kind: "failed", error });
    }
  };
  return { sending, send, cancel: () => abort.current?.abort() };
}
