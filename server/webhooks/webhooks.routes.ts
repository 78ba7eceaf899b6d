import { allow } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import { writeAs } from "../access/write-as.ts";
import { json } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import type { Db, Reader } from "../db/db.ts";
import { invalid, notFound } from "../http/problem.ts";
import { projectFor } from "../projects/projects.sql.ts";
import { deliveriesOf, replayFrom, startOfReplay } from "./deliveries.sql.ts";
import type { WebhookDispatcher } from "./dispatcher.ts";
import type { Sending } from "./send.ts";
import { testWebhook } from "./test-message.ts";
import { refusedTarget } from "./webhooks.rules.ts";
import {
  createWebhook,
  deleteWebhook,
  rotateSecret,
  shownWebhook,
  updateWebhook,
  webhookById,
  webhooksOfProject,
} from "./webhooks.sql.ts";

const defaultOverlapSeconds = 86_400;
const defaultDeliveries = 50;

/** Webhooks send data out of the service, so they need an admin of the project. */
const projectOf = (reader: Reader, id: string, caller: Caller) => projectFor(reader, id, caller, "admin");

async function webhookFor(reader: Reader, id: string, caller: Caller) {
  const webhook = await webhookById(reader, id);
  await allow(reader, caller, "admin", { projectKey: webhook.project_key }, () => notFound("webhook", id));
  return webhook;
}

export function webhookRoutes(db: Db, dispatcher: WebhookDispatcher, sending: Sending): Route[] {
  const { settings, sealing, clock } = sending;
  const { now } = clock;
  const read = async (reader: Reader, id: string) => shownWebhook(reader, await webhookById(reader, id), now());
  const refuseInside = (url: string | undefined) => {
    const fault = url === undefined ? undefined : refusedTarget(url, settings);
    if (fault) throw invalid("invalid_body", [fault]);
  };
  return [
    route("listWebhooks", ({ params, caller }) =>
      db.read(async (reader) => {
        const project = await projectOf(reader, params.projectId, caller);
        const rows = await webhooksOfProject(reader, project.key);
        return json(await Promise.all(rows.map((row) => shownWebhook(reader, row, now()))));
      }),
    ),
    route("createWebhook", async ({ params, body, caller }) => {
      refuseInside(body.url);
      const answer = await writeAs(db, caller, async (tx) => {
        const project = await projectOf(tx, params.projectId, caller);
        const { id, secret } = await createWebhook(tx, project.key, body, { sealing, now: now() });
        return { body: JSON.stringify({ ...(await read(tx, id)), secret }) };
      });
      dispatcher.wake();
      return answer;
    }),
    route("getWebhook", ({ params, caller }) =>
      db.read(async (reader) =>
        json(await shownWebhook(reader, await webhookFor(reader, params.webhookId, caller), now())),
      ),
    ),
    route("updateWebhook", async ({ params, body, caller }) => {
      refuseInside(body.url);
      const answer = await writeAs(db, caller, async (tx) => {
        await webhookFor(tx, params.webhookId, caller);
        await updateWebhook(tx, params.webhookId, body);
        return json(await read(tx, params.webhookId));
      });
      dispatcher.wake();
      return answer;
    }),
    route("deleteWebhook", ({ params, caller }) =>
      writeAs(db, caller, async (tx) => {
        await webhookFor(tx, params.webhookId, caller);
        await deleteWebhook(tx, params.webhookId);
        return undefined;
      }),
    ),
    route("rotateWebhookSecret", ({ params, body, caller }) =>
      writeAs(db, caller, async (tx) => {
        await webhookFor(tx, params.webhookId, caller);
        const until = now() + (body.overlapSeconds ?? defaultOverlapSeconds) * 1000;
        const secret = await rotateSecret(tx, params.webhookId, sealing, until);
        return { body: JSON.stringify({ ...(await read(tx, params.webhookId)), secret }) };
      }),
    ),
    route("testWebhook", async ({ params, caller }) => {
      const webhook = await db.read((reader) => webhookFor(reader, params.webhookId, caller));
      return { body: JSON.stringify(await testWebhook(webhook, sending)) };
    }),
    route("replayWebhook", async ({ params, body, caller }) => {
      const answer = await writeAs(db, caller, async (tx) => {
        const webhook = await webhookFor(tx, params.webhookId, caller);
        await replayFrom(tx, webhook, await startOfReplay(tx, webhook, body));
        return json(await read(tx, params.webhookId));
      });
      dispatcher.wake();
      return answer;
    }),
    route("listWebhookDeliveries", ({ params, query, caller }) =>
      db.read(async (reader) => {
        const webhook = await webhookFor(reader, params.webhookId, caller);
        const limit = query.limit ?? defaultDeliveries;
        const before = query.cursor === undefined ? undefined : Number(query.cursor);
        const list = await deliveriesOf(reader, webhook.key, { state: query.state, before, limit: limit + 1 }, now());
        const deliveries = list.slice(0, limit);
        return json({ deliveries, next: list.length > limit ? deliveries.at(-1)?.id : null });
      }),
    ),
  ];
}
