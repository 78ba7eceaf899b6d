import { expect, test } from "bun:test";
import { callerWith, json, password, startAccessApp } from "./access-scenario.ts";

test("when several sets of grants are written at the same time, one of them holds and they are not mixed", async () => {
  const own = await startAccessApp();
  try {
    await own.addUser("admin", { role: "admin" });
    const userId = await own.addUser("one");
    const { id: keyId } = await own.key({ role: "viewer" });
    for (let round = 0; round < 5; round++) {
      for (const path of [`/api/users/${userId}`, `/api/keys/${keyId}`]) {
        const given = ["viewer", "translator", "editor"].map((role) => [{ role }]);
        await Promise.all(given.map((grants) => own.admin.send(path, json("PATCH", { grants }))));
        const listed = path.startsWith("/api/users")
          ? (await own.admin.api.getUser({ params: { userId } })).data
          : (await own.admin.api.listKeys()).data.find(({ id }) => id === keyId);
        expect(listed?.grants).toHaveLength(1);
      }
    }
  } finally {
    await own.stop();
  }
});

test("when admins remove each other at the same time, one remains", async () => {
  const own = await startAccessApp();
  try {
    const grants = [{ role: "admin" } as const];
    const ids = [];
    for (const name of ["one", "two", "three"]) ids.push(await own.addUser(name, ...grants));
    for (let round = 0; round < 10; round++) {
      const init = round % 2 === 0 ? { grants: [] } : { active: false };
      const answers = await Promise.all(ids.map((id) => own.admin.send(`/api/users/${id}`, json("PATCH", init))));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
      for (const userId of ids) await own.admin.api.updateUser({ params: { userId }, body: { active: true, grants } });
    }
    const answers = await Promise.all(ids.map((id) => own.admin.send(`/api/users/${id}`, { method: "DELETE" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 409]);
    expect((await own.admin.api.listUsers()).data).toHaveLength(1);
  } finally {
    await own.stop();
  }
});

test("an invitation is accepted by one of two who use it at the same time", async () => {
  const own = await startAccessApp({ proxies: 1 });
  try {
    const { data } = await own.admin.api.createInvitation({ body: { name: "guest" } });
    const listed = async () => (await own.admin.api.listInvitations()).data.map(({ name }) => name);
    expect(await listed()).toEqual(["guest"]);
    const token = data.link.path.split("#")[1];
    const accept = (address: string) =>
      callerWith(own.url, { "x-forwarded-for": address }).send("/api/link/password", json("POST", { token, password }));
    const answers = await Promise.all([accept("198.51.100.1"), accept("198.51.100.2")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410]);
    expect(await listed()).toEqual([]);
  } finally {
    await own.stop();
  }
});
