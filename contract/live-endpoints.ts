import { z } from "zod";
import { define } from "./endpoint.ts";
import { changeEvent, eventsQuery, presence, presenceSignal, ready } from "./live.ts";
import { routes } from "./routes.ts";

const nothing = z.object({}).meta({ id: "NoData" });

/** Live changes of a project, and who is present in it. */
export const liveEndpoints = {
  streamEvents: define({
    ...routes.streamEvents,
    tag: "Live",
    summary: "All changes of a project as they happen, as server-sent events",
    permission: "view",
    query: eventsQuery,
    success: 200,
    stream: {
      ready: {
        data: ready,
        help: "The stream is open. What the client reads from now on, together with the events that follow, is complete.",
      },
      change: { data: changeEvent, help: "Something was created, changed or deleted." },
      presence: { data: presence, help: "Everyone who is present; always the whole list." },
      access: { data: nothing, help: "The grants of the listener have changed; `GET /api/session` shows them." },
      notices: { data: nothing, help: "The listener's notices have changed; `GET /api/notices` shows them." },
      reset: {
        data: nothing,
        help: "The log does not go back to Last-Event-ID: read everything again. The events that follow are complete.",
      },
    },
    errors: ["not_found"],
  }),
  getPresence: define({
    ...routes.getPresence,
    tag: "Live",
    summary: "Who is present in a project, and which item each has open",
    permission: "view",
    success: 200,
    response: presence,
    errors: ["not_found"],
  }),
  signalPresence: define({
    ...routes.signalPresence,
    tag: "Live",
    summary: "Signal that an editor is open, and which item it shows; expires after 30 s",
    permission: "view",
    body: presenceSignal,
    success: 200,
    response: presence,
    errors: ["not_found"],
  }),
  leavePresence: define({
    ...routes.leavePresence,
    tag: "Live",
    summary: "Signal that an editor was closed",
    permission: "view",
    success: 204,
    errors: ["not_found"],
  }),
} as const;
