import { expect, test } from "bun:test";

const script = `
  import { createLog } from "./server/http/logger.ts";
  let now = 0;
  performance.now = () => now;
  class Away extends Error {}
  const log = createLog("info", (error) => error instanceof Away);
  const tell = (minute, err) => {
    now = minute * 60_000;
    log.error({ err, minute }, "failed");
  };
  for (const minute of [0, 0.1, 0.9]) tell(minute, new Away("no login"));
  tell(0.95, new Away("no disk"));
  tell(0.96, new Error("a bug"));
  tell(0.97, new Error("a bug"));
  tell(1.1, new Away("no login"));
  tell(2.2, new Away("no login"));
  log.info("words");
`;

test("errors of an outage are logged once a minute for each message, and all others each time", async () => {
  const child = Bun.spawn([process.execPath, "-e", script], { cwd: `${import.meta.dir}/../..`, stdout: "pipe" });
  const lines = (await new Response(child.stdout).text()).trim().split("\n");
  const told = lines.map((line) => JSON.parse(line)).map(({ minute, leftOut, err }) => [minute, leftOut, err?.message]);
  expect(told).toEqual([
    [0, undefined, "no login"],
    [0.95, undefined, "no disk"],
    [0.96, undefined, "a bug"],
    [0.97, undefined, "a bug"],
    [1.1, 2, "no login"],
    [2.2, undefined, "no login"],
    [undefined, undefined, undefined],
  ]);
});
