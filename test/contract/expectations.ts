import { expect } from "bun:test";
import type { Step } from "./scenario.ts";

export const get = (request: string, body: unknown): Step => ({ request: `GET ${request}`, status: 200, body });

export const gone = (request: string): Step => ({ request: `GET ${request}`, status: 404, code: "not_found" });

/** The named fields of the answer are exactly these: `body` would allow more members in an object. */
export const exactly =
  (fields: Record<string, unknown>) =>
  ({ body }: { body: Record<string, unknown> }): void => {
    for (const [name, value] of Object.entries(fields)) expect(body[name]).toStrictEqual(value);
  };
