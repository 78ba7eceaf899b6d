import { expect } from "bun:test";
import { createClient } from "../../contract/client.ts";
import { rounds } from "../support/rounds.ts";
import { startService } from "../support/start-service.ts";
import { randomTest } from "../test-seed.ts";

const kills = rounds(1, 3);

randomTest(
  "a service that is killed at any moment repeats no write, and still has the answer of each acknowledged one",
  async (random) => {
    const service = await startService({ SEED: "demo" });
    const { dataDir } = service;
    let running = service;
    try {
      const [project] = (await createClient(running.url).listProjects()).data;
      const projectId = project?.id as string;
      const acknowledged = new Map<string, string>();
      const create = async (key: string) => {
        const answer = await fetch(`${running.url}/api/projects/${projectId}/categories`, {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": key },
          body: JSON.stringify({ name: key }),
        });
        if (answer.status !== 201) throw new Error(`${answer.status}`);
        return answer.text();
      };
      const keys = Array.from({ length: 20 * kills }, (_, index) => `kill-${index}`);
      for (let round = 0; round < kills; round++) {
        const sent = keys.slice(round * 20, round * 20 + 20).map(async (key) => {
          try {
            acknowledged.set(key, await create(key));
          } catch {
            // The connection was cut: the client cannot know whether the write was done.
          }
        });
        // The kill may come before, during or after any of the writes: nothing depends on this time.
        await Bun.sleep(random.below(10));
        await running.stop("SIGKILL");
        await Promise.all(sent);
        running = await startService({ SEED: "none", DATA_DIR: dataDir });
      }
      for (const key of keys) {
        const body = await create(key);
        if (acknowledged.has(key)) expect(body).toBe(acknowledged.get(key) as string);
      }
      const { data } = await createClient(running.url).listCategories({ params: { projectId }, query: { depth: 0 } });
      const names = data.map(({ name }) => name).filter((name) => name.startsWith("kill-"));
      expect(names.toSorted()).toEqual(keys.toSorted());
    } finally {
      await running.stop("SIGKILL");
    }
  },
);
