import { z } from "zod";
import { define } from "./endpoint.ts";
import { changeEvent, eventsQuery, presence, presenceSignal, ready } from "./live.ts";
import { routes } from "./routes.ts";

const nothing = z.object({}).meta({ id: "NoData" });

/** What happens in a project while it happens, and who is there. */
export const liveEndpoints = {
  streamEvents: define({
    ...routes.streamEvents,
    tag: "Live",
    summary: "Every change of a project as it happens, as server-sent events",
    permission: "view",
    query: eventsQuery,
    success: 200,
    stream: {
      ready: {
        data: ready,
        help: "The stream is open. What is read from now on and the events after this are complete.",
      },
      change: { data: changeEvent, help: "Something was created, changed or deleted." },
      presence: { data: presence, help: "Who is there now; the whole list." },
      reset: {
        data: nothing,
        help: "The log does not reach back to Last-Event-ID: read everything again. The events after this are complete.",
      },
    },
    errors: ["not_found"],
  }),
  getPresence: define({
    ...routes.getPresence,
    tag: "Live",
    summary: "Who has which item open",
    permission: "view",
    success: 200,
    response: presence,
    errors: ["not_found"],
  }),
  signalPresence: define({
    ...routes.signalPresence,
    tag: "Live",
    summary: "Say that an editor is there and what it has open; expires after 30 s",
    permission: "view",
    body: presenceSignal,
    success: 200,
    response: presence,
    errors: ["not_found"],
  }),
  leavePresence: define({
    ...routes.leavePresence,
    tag: "Live",
    summary: "Say that an editor was closed",
    permission: "view",
    success: 204,
    errors: ["not_found"],
  }),
} as const;
