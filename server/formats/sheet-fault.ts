import type { FileFaultCode } from "../../contract/errors.ts";

/** Why a file cannot be read further. `message` is a sentence for the person who sent the file. */
export class SheetFault extends Error {
  constructor(
    readonly code: FileFaultCode,
    message: string,
    readonly place: { readonly row?: number; readonly sheet?: string } = {},
  ) {
    super(message);
  }
}
