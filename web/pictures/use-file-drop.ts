import { type DragEvent, useState } from "react";

/** Takes files that are dropped on an element. The element is marked while files are over it. */
export function useFileDrop(filesIn: (data: DataTransfer) => File[], take: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  return {
    "data-over": over || undefined,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false);
      const files = filesIn(event.dataTransfer);
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    },
  };
}
