import type { Fault } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { pointerOf } from "../http/faults.ts";
import { invalid, Problem } from "../http/problem.ts";
import { arriving } from "./arriving.ts";
import { MalformedForm, partsOf } from "./form-parts.ts";

type Part = { part: string; several: boolean };
/** Called for each file in turn. Whatever it leaves of the file is passed over. */
type Take = (file: AsyncIterable<Uint8Array>, filename: string) => Promise<void>;

/** More than this in a form for one file, and the rest need not be looked at. */
const mostParts = 10;

/** Around a file: the boundaries and headers of its part. */
const frameBytes = 64 * 1024;

export const mostBytes = (several: boolean): number =>
  (several ? limits.imagesPerUpload : 1) * (limits.imageBytes + frameBytes);

/**
 * Reads a multipart body and hands each file under the part's name to `take` while it arrives. Everything else that is
 * in the form is a fault, and all faults are told at once.
 */
export async function readMultipart(request: Request, { part, several }: Part, take: Take): Promise<void> {
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
      if (name !== part) fault(name, "unknown_field", `is not a part of this form: the file goes under "${part}"`);
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

const malformed = (message: string) => invalid("invalid_body", [{ pointer: "", code: "wrong_type", message }]);

function boundaryOf(contentType: string | null): string {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType ?? "")) {
    const sent = contentType === null ? "nothing at all" : `"${contentType}"`;
    throw new Problem("unsupported_media_type", `The body must be multipart/form-data, and it was sent as ${sent}.`);
  }
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? "") ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed("has no boundary in its content type");
  return boundary;
}
