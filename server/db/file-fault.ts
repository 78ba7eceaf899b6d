const faults: Record<string, string> = {
  EEXIST: "it is a file, not a folder",
  EISDIR: "it is a folder, not a file",
  ENOTDIR: "a part of its path is a file, not a folder",
  ENOENT: "there is no such file or folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
};

/** The end of a sentence for an error of the file system; `undefined` for any other error. */
export function fileFault(error: unknown): string | undefined {
  const { code, path, syscall, message } = error as { code?: string; path?: string; syscall?: string; message: string };
  if (code === undefined || path === undefined || syscall === undefined) return undefined;
  return faults[code] ?? message;
}
