import type { Fault } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { pointerOf } from "../http/faults.ts";
import { invalid, Problem } from "../http/problem.ts";
import { arriving } from "./arriving.ts";
import { MalformedForm, partsOf } from "./form-parts.ts";

type WantedPart = { part: string; several: boolean };
/** Called for each file in turn. Bytes that it does not read are skipped. */
type Take = (file: AsyncIterable<Uint8Array>, filename: string) => Promise<void>;

/** A form for one file is not read further than this many parts. */
const mostParts = 10;

/** Allows for the boundaries and headers around a file. */
const frameBytes = 64 * 1024;

export const mostBytes = (several: boolean): number =>
  (several ? limits.imagesPerUpload : 1) * (limits.imageBytes + frameBytes);

/**
 * Reads a multipart body and passes each file of the part's name to `take` while it arrives. Anything else in the form
 * is an error, and all errors are reported together.
 */
export async function readMultipart(request: Request, { part, several }: WantedPart, take: Take): Promise<void> {
  const boundary = boundaryOf(request.headers.get("content-type"));
  const faults: Fault[] = [];
  const fault = (name: string, code: Fault["code"], message: string) =>
    faults.push({ pointer: pointerOf([name]), code, message });
  let found = 0;
  let parts = 0;
  try {
    const body = arriving(request.body ?? new Blob().stream(), mostBytes(several));
    for await (const { name, filename, isFile, chunks } of partsOf(body, boundary)) {
      if (++parts > (several ? limits.imagesPerUpload : mostParts)) {
        fault(part, "too_many", `must be at most ${several ? limits.imagesPerUpload : 1}`);
        break;
      }
      if (name === part) found++;
      if (name !== part) fault(name, "unknown_field", `is not a part of this form; send the file as "${part}"`);
      else if (!isFile) fault(part, "wrong_type", "must be a file");
      else if (found > 1 && !several) fault(part, "too_many", "is given more than once");
      else await take(chunks, filename);
    }
  } catch (error) {
    if (error instanceof MalformedForm) throw malformed(error.message);
    throw error;
  }
  if (found === 0) fault(part, "required", "is required: a file");
  if (faults.length > 0) throw invalid("invalid_body", faults);
}

export const malformed = (message: string) => invalid("invalid_body", [{ pointer: "", code: "wrong_type", message }]);

export function boundaryOf(contentType: string | null): string {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType ?? "")) {
    const sent = contentType === null ? "it has no content type" : `it was sent as "${contentType}"`;
    throw new Problem("unsupported_media_type", `The body must be multipart/form-data, but ${sent}.`);
  }
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? "") ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed("has no boundary in its content type");
  return boundary;
}
