const faults: Record<string, string> = {
  EEXIST: "it is a file, not a folder",
  EISDIR: "it is a folder, not a file",
  ENOTDIR: "a part of its path is a file, not a folder",
  ENOENT: "there is no such folder",
  EACCES: "this user may not",
  EPERM: "this user may not",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
};

/** What the system says of a file or a folder, in words that end a sentence; `undefined` for anything else. */
export function fileFault(error: unknown): string | undefined {
  const { code, path, syscall, message } = error as { code?: string; path?: string; syscall?: string; message: string };
  if (code === undefined || path === undefined || syscall === undefined) return undefined;
  return faults[code] ?? message;
}
