import type { Db, Reader } from "../db/db.ts";
import { contentEtag } from "../http/conditional.ts";
import { type Answer, type Route, route } from "../http/endpoint.ts";
import { invalid, notFound } from "../http/problem.ts";
import { projectById } from "../projects/projects.sql.ts";
import { deliveriesOf, replayFrom, startOfReplay } from "./deliveries.sql.ts";
import type { WebhookDispatcher } from "./dispatcher.ts";
import { testWebhook } from "./test-message.ts";
import { refusedTarget, type WebhookSettings } from "./webhooks.rules.ts";
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

async function projectOf(reader: Reader, id: string) {
  const project = await projectById(reader, id);
  if (!project) throw notFound("project", id);
  return project;
}

const shown = (value: unknown): Answer => {
  const body = JSON.stringify(value);
  return { body, etag: contentEtag(body) };
};

export function webhookRoutes(
  db: Db,
  dispatcher: WebhookDispatcher,
  settings: WebhookSettings,
  now: () => number,
): Route[] {
  const read = async (reader: Reader, id: string) => shownWebhook(reader, await webhookById(reader, id), now());
  const refuseInside = (url: string | undefined) => {
    const fault = url === undefined ? undefined : refusedTarget(url, settings);
    if (fault) throw invalid("invalid_body", [fault]);
  };
  return [
    route("listWebhooks", ({ params }) =>
      db.read(async (reader) => {
        const project = await projectOf(reader, params.projectId);
        const rows = await webhooksOfProject(reader, project.key);
        return shown(await Promise.all(rows.map((row) => shownWebhook(reader, row, now()))));
      }),
    ),
    route("createWebhook", async ({ params, body }) => {
      refuseInside(body.url);
      const answer = await db.write(async (tx) => {
        const project = await projectOf(tx, params.projectId);
        const { id, secret } = await createWebhook(tx, project.key, body, now());
        return { body: JSON.stringify({ ...(await read(tx, id)), secret }) };
      });
      dispatcher.wake();
      return answer;
    }),
    route("getWebhook", ({ params }) => db.read(async (reader) => shown(await read(reader, params.webhookId)))),
    route("updateWebhook", async ({ params, body }) => {
      refuseInside(body.url);
      const answer = await db.write(async (tx) => {
        await updateWebhook(tx, params.webhookId, body);
        return shown(await read(tx, params.webhookId));
      });
      dispatcher.wake();
      return answer;
    }),
    route("deleteWebhook", ({ params }) =>
      db.write(async (tx) => {
        await deleteWebhook(tx, params.webhookId);
        return undefined;
      }),
    ),
    route("rotateWebhookSecret", ({ params, body }) =>
      db.write(async (tx) => {
        const until = now() + (body.overlapSeconds ?? defaultOverlapSeconds) * 1000;
        const secret = await rotateSecret(tx, params.webhookId, until);
        return { body: JSON.stringify({ ...(await read(tx, params.webhookId)), secret }) };
      }),
    ),
    route("testWebhook", async ({ params }) => {
      const webhook = await db.read((reader) => webhookById(reader, params.webhookId));
      return { body: JSON.stringify(await testWebhook(webhook, settings, now())) };
    }),
    route("replayWebhook", async ({ params, body }) => {
      const answer = await db.write(async (tx) => {
        const webhook = await webhookById(tx, params.webhookId);
        await replayFrom(tx, webhook, await startOfReplay(tx, webhook, body));
        return shown(await read(tx, params.webhookId));
      });
      dispatcher.wake();
      return answer;
    }),
    route("listWebhookDeliveries", ({ params, query }) =>
      db.read(async (reader) => {
        const webhook = await webhookById(reader, params.webhookId);
        const limit = query.limit ?? defaultDeliveries;
        const before = query.cursor === undefined ? undefined : Number(query.cursor);
        const list = await deliveriesOf(reader, webhook.key, { state: query.state, before, limit: limit + 1 }, now());
        const deliveries = list.slice(0, limit);
        return shown({ deliveries, next: list.length > limit ? deliveries.at(-1)?.id : null });
      }),
    ),
  ];
}
