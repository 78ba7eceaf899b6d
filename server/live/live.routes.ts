import { allowWholeProject } from "../access/allow.ts";
import { type Caller, personOf } from "../access/caller.ts";
import { writeAs } from "../access/write-as.ts";
import { type Route, route } from "../api/route.ts";
import type { Db, Reader } from "../db/db.ts";
import { contentEtag } from "../http/conditional.ts";
import { notFound } from "../http/problem.ts";
import { projectById } from "../projects/projects.sql.ts";
import type { LiveHub } from "./hub.ts";
import { forgetAbsent, leavePresence, presenceJson, signalPresence } from "./presence.sql.ts";
import { sseHeaders } from "./sse.ts";

async function projectKeyOf(reader: Reader, id: string, caller: Caller): Promise<number> {
  const project = await projectById(reader, id);
  if (!project) throw notFound("project", id);
  await allowWholeProject(reader, caller, project.key, () => notFound("project", id));
  return project.key;
}

export function liveRoutes(db: Db, hub: LiveHub, now: () => number, address: (request: Request) => string): Route[] {
  return [
    route("streamEvents", async ({ params, query, request, caller }) => {
      const projectKey = await db.read((reader) => projectKeyOf(reader, params.projectId, caller));
      // A HEAD request must not leave a listener behind.
      if (request.method === "HEAD") return new Response(null, { headers: sseHeaders });
      const listening = {
        lastEventId: request.headers.get("last-event-id") || query.lastEventId || undefined,
        recentSeconds: query.recent,
        holder: caller.holder,
        who: personOf(caller, address(request)),
      };
      return new Response(await hub.listen(projectKey, listening, request.signal), { headers: sseHeaders });
    }),
    route("getPresence", ({ params, caller }) =>
      db.read(async (reader) => {
        const body = await presenceJson(reader, await projectKeyOf(reader, params.projectId, caller), now());
        return { body, etag: contentEtag(body) };
      }),
    ),
    route("signalPresence", async ({ params, body, caller }) => {
      const answer = await writeAs(db, caller, async (tx) => {
        const projectKey = await projectKeyOf(tx, params.projectId, caller);
        await forgetAbsent(tx, now());
        // A signed-in user cannot choose another name.
        const name = caller.holder?.displayName ?? body.name;
        const { actor } = caller;
        await signalPresence(tx, projectKey, { ...body, actor, name, itemId: body.itemId ?? null }, now());
        return { body: await presenceJson(tx, projectKey, now()) };
      });
      hub.presenceChanged();
      return answer;
    }),
    route("leavePresence", async ({ params, caller }) => {
      await writeAs(db, caller, async (tx) =>
        leavePresence(tx, await projectKeyOf(tx, params.projectId, caller), caller.actor, params.clientId),
      );
      hub.presenceChanged();
      return undefined;
    }),
  ];
}
