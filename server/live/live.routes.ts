import type { Db, Reader } from "../db/db.ts";
import { contentEtag } from "../http/conditional.ts";
import { type Route, route } from "../http/endpoint.ts";
import { notFound } from "../http/problem.ts";
import { projectById } from "../projects/projects.sql.ts";
import type { LiveHub } from "./hub.ts";
import { forgetAbsent, leavePresence, presenceJson, signalPresence } from "./presence.sql.ts";
import { sseHeaders } from "./sse.ts";

async function projectKeyOf(reader: Reader, id: string): Promise<number> {
  const project = await projectById(reader, id);
  if (!project) throw notFound("project", id);
  return project.key;
}

export function liveRoutes(db: Db, hub: LiveHub, now: () => number): Route[] {
  return [
    route("streamEvents", async ({ params, query, request }) => {
      const projectKey = await db.read((reader) => projectKeyOf(reader, params.projectId));
      // Whoever asks for the headers alone must not leave a listener behind.
      if (request.method === "HEAD") return new Response(null, { headers: sseHeaders });
      const lastEventId = request.headers.get("last-event-id") ?? query.lastEventId;
      const stream = await hub.listen(projectKey, lastEventId || undefined, request.signal);
      return new Response(stream, { headers: sseHeaders });
    }),
    route("getPresence", ({ params }) =>
      db.read(async (reader) => {
        const body = await presenceJson(reader, await projectKeyOf(reader, params.projectId), now());
        return { body, etag: contentEtag(body) };
      }),
    ),
    route("signalPresence", async ({ params, body }) => {
      const answer = await db.write(async (tx) => {
        const projectKey = await projectKeyOf(tx, params.projectId);
        await forgetAbsent(tx, now());
        await signalPresence(tx, projectKey, { ...body, itemId: body.itemId ?? null }, now());
        return { body: await presenceJson(tx, projectKey, now()) };
      });
      hub.presenceChanged();
      return answer;
    }),
    route("leavePresence", async ({ params }) => {
      await db.write(async (tx) => leavePresence(tx, await projectKeyOf(tx, params.projectId), params.clientId));
      hub.presenceChanged();
      return undefined;
    }),
  ];
}
