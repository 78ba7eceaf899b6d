import type { Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { Fault } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { pointerOf } from "../http/faults.ts";
import { invalid, Problem } from "../http/problem.ts";

const fault = (part: string, code: Fault["code"], message: string): Fault => ({
  pointer: pointerOf([part]),
  code,
  message,
});

type Part = { part: string; several: boolean };
/** Called for each file in turn. Whatever is left of the file when it settles is passed over. */
type Take = (file: AsyncIterable<Uint8Array>, filename: string) => Promise<void>;

/**
 * Reads a multipart body and hands each file under the part's name to `take` while it arrives. Everything else that is
 * in the form is a fault, and all faults are told at once.
 */
export async function readMultipart(request: Request, { part, several }: Part, take: Take): Promise<void> {
  const contentType = request.headers.get("content-type");
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType ?? "")) {
    throw new Problem(
      "unsupported_media_type",
      `The body must be multipart/form-data, and it was sent as ${contentType === null ? "nothing at all" : `"${contentType}"`}.`,
    );
  }
  const faults: Fault[] = [];
  const files: Readable[] = [];
  const taken: Promise<void>[] = [];
  let found = 0;
  let failure: unknown;

  const form = parser(contentType ?? "", several);
  form.on("file", (name: string | undefined, file: Readable, filename: string | undefined) => {
    const refused =
      name !== part
        ? fault(name ?? "", "unknown_field", `is not a part of this form: the file goes under "${part}"`)
        : ++found > 1 && !several
          ? fault(part, "too_many", "is given more than once")
          : undefined;
    if (refused) {
      faults.push(refused);
      file.resume();
      return;
    }
    files.push(file);
    taken.push(
      // A file that is left early must not be destroyed: the parser would wait for its end for ever.
      take(file.iterator({ destroyOnReturn: false }), filename ?? "")
        .catch((error) => {
          failure ??= error;
        })
        .finally(() => file.resume()),
    );
  });
  form.on("field", (name: string | undefined) => {
    faults.push(
      name === part
        ? fault(part, "wrong_type", "must be a file")
        : fault(name ?? "", "unknown_field", `is not a part of this form: the file goes under "${part}"`),
    );
    if (name === part) found++;
  });
  form.on("partsLimit", () => {
    if (several) faults.push(fault(part, "too_many", `must be at most ${limits.imagesPerUpload} files`));
  });

  try {
    await pour(request, form);
  } catch (error) {
    for (const file of files) file.destroy(error as Error);
    throw error;
  } finally {
    await Promise.all(taken);
  }
  if (found === 0) faults.unshift(fault(part, "required", "is required: a file"));
  if (faults.length > 0) throw invalid("invalid_body", faults);
  if (failure !== undefined) throw failure;
}

const malformed = (words: string) => new Problem("invalid_body", `The form cannot be read: ${words}.`, { errors: [] });

function parser(contentType: string, several: boolean): BusboyInstance {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      isPartAFile: (_name, type, filename) => filename !== undefined || type === "application/octet-stream",
      limits: { parts: several ? limits.imagesPerUpload : 10, fieldSize: 1024, headerPairs: 20 },
    });
  } catch (error) {
    throw malformed((error as Error).message);
  }
}

/** Chunk by chunk into the parser, which asks for the next one when the last one has gone through. */
async function pour(request: Request, form: BusboyInstance): Promise<void> {
  const broken = Promise.withResolvers<never>();
  const finished = new Promise<void>((resolve) => form.on("finish", resolve));
  form.on("error", (error: Error) => broken.reject(malformed(error.message)));
  broken.promise.catch(() => {});
  const poured = async () => {
    for await (const chunk of request.body ?? []) {
      if (!form.write(chunk)) await new Promise<void>((resolve) => form.once("drain", resolve));
    }
    form.end();
    await finished;
  };
  try {
    await Promise.race([poured(), broken.promise]);
  } finally {
    form.destroy();
  }
}
