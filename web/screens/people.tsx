import { ActionIcon, Button } from "@mantine/core";
import { IconKey, IconTrash, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { type ChosenGrant, GrantFields, grantOf, grantsText } from "../access/grant-fields.tsx";
import { api, queryClient } from "../api.ts";
import { Lines, LoadFailed } from "../components/states.tsx";
import { explain } from "../explain.ts";
import { languageStore, useText } from "../i18n/i18n.ts";
import { useStore } from "../store.ts";
import { toast } from "../toasts.ts";

const usersKey = ["access", "users"];
const keysKey = ["access", "keys"];

/** Runs a change, says what went wrong, and reads the lists again. */
async function change(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    toast(explain(error), { tone: "bad" });
    return false;
  } finally {
    void queryClient.invalidateQueries({ queryKey: ["access"] });
  }
}

export function People() {
  const t = useText();
  return (
    <div className="page-scroll">
      <div className="page">
        <h1>{t.access.people}</h1>
        <p className="lead">{t.access.peopleHint}</p>
        <Users />
        <h2 className="page-part">{t.access.keys}</h2>
        <p className="lead">{t.access.keysHint}</p>
        <Keys />
      </div>
    </div>
  );
}

function Users() {
  const t = useText();
  const day = new Intl.DateTimeFormat(useStore(languageStore), { dateStyle: "medium" });
  const users = useQuery({ queryKey: usersKey, queryFn: async () => (await api.listUsers()).data });
  if (users.isError) return <LoadFailed retry={() => void users.refetch()} />;
  if (!users.data) return <Lines count={4} height={52} />;
  return (
    <>
      <ul className="history">
        {users.data.map((user) => (
          <Line
            key={user.id}
            icon={<IconUser size={15} />}
            name={user.displayName || user.name}
            detail={`${grantsText(t, user.grants)} · ${user.lastSeenAt ? t.access.seen(day.format(new Date(user.lastSeenAt))) : t.access.neverSeen}`}
          >
            <Button
              size="compact-xs"
              variant="default"
              onClick={() =>
                void change(() => api.updateUser({ params: { userId: user.id }, body: { active: !user.active } }))
              }
            >
              {user.active ? t.access.block : t.access.unblock}
            </Button>
            <ActionIcon
              aria-label={`${t.common.delete}: ${user.name}`}
              onClick={() => void change(() => api.deleteUser({ params: { userId: user.id } }))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Line>
        ))}
      </ul>
      <NewUser />
    </>
  );
}

function NewUser() {
  const t = useText();
  const id = useId();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [grant, setGrant] = useState<ChosenGrant>({ role: "editor", project: "" });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await change(() => api.createUser({ body: { name, password, grants: [grantOf(grant)] } })))) return;
    setName("");
    setPassword("");
  };
  return (
    <form className="page-form" onSubmit={(event) => void submit(event)}>
      <div className="field">
        <div className="field-head">
          <label htmlFor={`${id}-name`}>{t.access.name}</label>
        </div>
        <input
          id={`${id}-name`}
          className="control"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <div className="field">
        <div className="field-head">
          <label htmlFor={`${id}-password`}>{t.access.password}</label>
        </div>
        <input
          id={`${id}-password`}
          className="control"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </div>
      <GrantFields grant={grant} change={setGrant} />
      <Button type="submit" disabled={!name || !password}>
        {t.access.addUser}
      </Button>
    </form>
  );
}

function Keys() {
  const t = useText();
  const day = new Intl.DateTimeFormat(useStore(languageStore), { dateStyle: "medium" });
  const keys = useQuery({ queryKey: keysKey, queryFn: async () => (await api.listKeys()).data });
  const id = useId();
  const [name, setName] = useState("");
  const [secret, setSecret] = useState<string>();
  const [grant, setGrant] = useState<ChosenGrant>({ role: "editor", project: "" });
  if (keys.isError) return <LoadFailed retry={() => void keys.refetch()} />;
  if (!keys.data) return <Lines count={2} height={52} />;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const made = await change(async () =>
      setSecret((await api.createKey({ body: { name, grants: [grantOf(grant)] } })).data.secret),
    );
    if (made) setName("");
  };
  return (
    <>
      <ul className="history">
        {keys.data.map((key) => (
          <Line
            key={key.id}
            icon={<IconKey size={15} />}
            name={key.name}
            detail={`${grantsText(t, key.grants)} · ${key.lastUsedAt ? t.access.seen(day.format(new Date(key.lastUsedAt))) : t.access.neverUsed}`}
          >
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => void change(() => api.revokeKey({ params: { keyId: key.id } }))}
            >
              {t.access.revoke}
            </Button>
          </Line>
        ))}
      </ul>
      {secret && (
        <p className="secret" role="status">
          {t.access.secret} <code>{secret}</code>
        </p>
      )}
      <form className="page-form" onSubmit={(event) => void submit(event)}>
        <div className="field">
          <div className="field-head">
            <label htmlFor={id}>{t.access.keyName}</label>
          </div>
          <input
            id={id}
            className="control"
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </div>
        <GrantFields grant={grant} change={setGrant} />
        <Button type="submit" disabled={!name}>
          {t.access.addKey}
        </Button>
      </form>
    </>
  );
}

type LineProps = { icon: ReactNode; name: string; detail: string; children: ReactNode };

function Line({ icon, name, detail, children }: LineProps) {
  return (
    <li className="history-entry">
      <span className="history-icon" aria-hidden>
        {icon}
      </span>
      <div className="history-body">
        <p className="history-name">{name}</p>
        <p className="quiet">{detail}</p>
      </div>
      {children}
    </li>
  );
}
