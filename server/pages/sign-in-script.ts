// Runs in the browser, on the pages before the editor. The service removes the types and serves it as it is.
import type { ScriptWords } from "./page-words.ts";

type Problem = { code: string; errors?: { pointer: string }[] };
type Opened = { kind: string; name: string; by: string | null };

const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector);
const form = find<HTMLFormElement>("#form") as HTMLFormElement;
const { mode = "" } = form.dataset;
const words: ScriptWords = JSON.parse(form.dataset.words ?? "{}");
const token = location.hash.slice(1);
const byLink = mode === "invitation" || mode === "reset";
// Removes the token from the address bar and the browser's history.
if (token) history.replaceState(null, "", location.pathname);

// Back to where the person wanted to go, and never to another site.
const asked = new URLSearchParams(location.search).get("to") ?? "/";
const isOurs = URL.canParse(asked, location.origin) && new URL(asked, location.origin).origin === location.origin;
const to = isOurs ? asked : "/";

const filled = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** "5 seconds", with the form of the noun that the language has for the number. */
function waiting(seconds: string) {
  const form = new Intl.PluralRules(document.documentElement.lang).select(Number(seconds));
  return `${seconds} ${words.seconds[form] ?? words.seconds.other}`;
}

function say(text: string) {
  (find("#fault") as HTMLElement).textContent = text;
}

/** The field that a problem is about. */
const fieldOf: Record<string, string> = { weak_password: "password", id_taken: "name", invalid_body: "name" };

function mark(code: string | undefined) {
  for (const input of form.querySelectorAll("input")) input.setAttribute("aria-invalid", "false");
  const field = find<HTMLInputElement>(`input[name="${fieldOf[code ?? ""]}"]`);
  field?.setAttribute("aria-invalid", "true");
  field?.focus();
}

class Refused extends Error {
  readonly problem: Problem;
  readonly seconds: string;

  constructor(problem: Problem, seconds: string) {
    super(problem.code);
    this.problem = problem;
    this.seconds = seconds;
  }
}

async function post<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const read = (text.startsWith("{") ? JSON.parse(text) : {}) as T & Problem;
  if (!answer.ok) throw new Refused(read, answer.headers.get("retry-after") ?? "");
  return read;
}

function tell(error: unknown) {
  if (!(error instanceof Refused)) return say(words.faults.unreachable);
  const faults: Record<string, string> = words.faults;
  const { code } = error.problem;
  const special = code === "sign_in_failed" && mode === "welcome" ? "first_user_failed" : code;
  say(filled(faults[special] ?? words.faults.failed, { wait: waiting(error.seconds) }));
  mark(code);
}

/** A link that does not work needs no fields. */
function giveUp(error: unknown) {
  if (!(error instanceof Refused) || error.problem.code !== "link_not_valid") return tell(error);
  const title = find("#title") as HTMLElement;
  const hint = find("#hint") as HTMLElement;
  title.textContent = words.linkGone;
  hint.textContent = words.faults.link_not_valid;
  hint.setAttribute("role", "alert");
  hideFields();
}

function hideFields() {
  for (const part of form.querySelectorAll<HTMLElement>("label, button")) part.hidden = true;
}

async function openLink() {
  try {
    const { name, by } = await post<Opened>("/api/link", { token });
    const hint = find("#hint") as HTMLElement;
    hint.textContent = filled(mode === "invitation" ? words.invitedBy : words.resetHint, { name, by: by ?? "" });
    (find("input[name=name]") as HTMLInputElement).value = name;
  } catch (error) {
    giveUp(error);
  }
}

async function lookAround() {
  const answer = await fetch("/api/session");
  const { access, who, signIn } = await answer.json();
  if (access === "open" || (who && !byLink)) return location.replace(to);
  if (mode !== "sign-in") return;
  const forgot = find("#forgot");
  if (forgot) forgot.hidden = !signIn.mail;
  const provider = find<HTMLAnchorElement>("#provider");
  if (signIn.provider && provider) {
    provider.textContent = signIn.provider.label;
    provider.href = signIn.provider.url;
    provider.hidden = false;
  }
}

/** Where a form goes, and what it sends besides the token. */
const requests: Record<string, { path: string; fields: string[] }> = {
  "sign-in": { path: "/api/session", fields: ["name", "password", "code"] },
  welcome: { path: "/api/first-user", fields: ["name", "password"] },
  invitation: { path: "/api/link/password", fields: ["password"] },
  reset: { path: "/api/link/password", fields: ["password"] },
};

async function requestLink() {
  const { lang: language } = document.documentElement;
  await post("/api/password-resets", { name: new FormData(form).get("name"), language });
  const hint = find("#hint") as HTMLElement;
  hint.setAttribute("role", "status");
  hint.textContent = words.linkSent;
  hideFields();
}

async function submit() {
  if (mode === "forgot") return requestLink();
  const request = requests[mode];
  if (!request) return;
  const given = new FormData(form);
  const values = request.fields.map((field) => [field, given.get(field) || undefined]);
  const { who } = await post<{ who: unknown }>(request.path, {
    ...Object.fromEntries(values),
    ...(mode !== "sign-in" && { token }),
  });
  // A person with a second step has a new password now, but no session yet.
  location.replace(who ? to : "/sign-in");
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = find<HTMLButtonElement>("button") as HTMLButtonElement;
  button.disabled = true;
  say("");
  mark(undefined);
  try {
    await submit();
  } catch (error) {
    const code = find("#code");
    if (error instanceof Refused && error.problem.code === "second_step_needed" && code) {
      code.hidden = false;
      code.querySelector("input")?.focus();
    } else if (byLink) giveUp(error);
    else tell(error);
  } finally {
    button.disabled = false;
  }
});

/** A challenge works for ten minutes. A page that stays open asks for a new one before. */
const renewMs = 8 * 60_000;

/** Browsers have passkeys only over https or on localhost, and only for a host with a name. */
const hasPasskeys =
  isSecureContext &&
  typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === "function" &&
  !/^[\d.]+$|:/.test(location.hostname);

/** Ends the offer of passkeys in the list of the name field: a browser asks for one at a time. */
let offer = new AbortController();

async function signInByPasskey(more: CredentialRequestOptions) {
  const options = await post<PublicKeyCredentialRequestOptionsJSON>("/api/session/passkey/options", {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = (await navigator.credentials.get({ publicKey, ...more })) as PublicKeyCredential;
  await post("/api/session/passkey", { passkey: credential.toJSON() });
  location.replace(to);
}

async function acceptByPasskey() {
  const options = await post<PublicKeyCredentialCreationOptionsJSON>("/api/link/passkey/options", { token });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const { userAgentData } = navigator as { userAgentData?: { platform?: string } };
  const name = userAgentData?.platform || words.passkey;
  await post("/api/link/passkey", { token, name, passkey: credential.toJSON() });
  location.replace("/");
}

/** Closing the dialog of the browser is no failure. */
function tellOfPasskey(error: unknown) {
  if (error instanceof DOMException) {
    if (error.name !== "NotAllowedError" && error.name !== "AbortError") say(words.faults.passkey_failed);
  } else if (error instanceof Refused && error.problem.code === "sign_in_failed") say(words.faults.passkey_failed);
  else if (byLink) giveUp(error);
  else tell(error);
}

/** Offers passkeys in the list of the name field, where the browser can. */
async function offerPasskeys() {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  offer = new AbortController();
  const { signal } = offer;
  const renewal = setTimeout(() => {
    offer.abort();
    void offerPasskeys();
  }, renewMs);
  try {
    await signInByPasskey({ mediation: "conditional", signal });
  } catch (error) {
    tellOfPasskey(error);
    if (!signal.aborted && error instanceof Refused) void offerPasskeys();
  } finally {
    clearTimeout(renewal);
  }
}

const passkeyButton = find<HTMLButtonElement>("#passkey");
if (passkeyButton && hasPasskeys) {
  passkeyButton.hidden = false;
  passkeyButton.addEventListener("click", async () => {
    passkeyButton.disabled = true;
    say("");
    offer.abort();
    try {
      await (byLink ? acceptByPasskey() : signInByPasskey({}));
    } catch (error) {
      tellOfPasskey(error);
      if (!byLink) void offerPasskeys();
    } finally {
      passkeyButton.disabled = false;
    }
  });
  if (!byLink) void offerPasskeys();
}

lookAround().catch(() => undefined);
if (byLink) void openLink();
