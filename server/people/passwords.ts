import { limits } from "../../contract/limits.ts";
import { Problem } from "../http/problem.ts";
import { Slots } from "../http/slots.ts";
import { foldedName } from "./users.sql.ts";

const shortest = limits.shortestPassword;
/** 64 MiB and about 200 ms of a core: more of them at once would starve everything else. */
const cost = { algorithm: "argon2id", memoryCost: 65_536, timeCost: 2 } as const;
const slots = new Slots({
  atOnce: 2,
  mostWaiting: 50,
  detail: "Too many people are signing in at the moment.",
  retryAfterSeconds: 5,
});

export const hashPassword = (password: string): Promise<string> => slots.run(() => Bun.password.hash(password, cost));

/** A hash of the same cost, of a password that nobody knows. */
const decoy =
  "$argon2id$v=19$m=65536,t=2,p=1$hXatB3Ic2woQo+qKtQgZOfXH/kam0k3Vb4wBYCbb0bg$h49Cr3kavtRQr7kzGjnzGksQNaQA8Xe05Rlsrmt8dFU";

/**
 * The account, if this is its password. It is looked up when there is a slot to check the password. An unknown account,
 * or one without a password, takes the same work, so that the time tells nothing.
 */
export const ownerOf = <Account extends { password_hash: string | null }>(
  password: string,
  lookUp: () => Promise<Account | undefined>,
): Promise<Account | undefined> =>
  slots.run(async () => {
    const account = await lookUp();
    const hash = account?.password_hash ?? null;
    const right = await Bun.password.verify(password, hash ?? decoy);
    return right && hash !== null ? account : undefined;
  });

/** Refuses passwords that attackers try first. The list is part of the service: no password leaves it. */
export async function refuseWeakPassword(password: string, name: string): Promise<void> {
  const fault = await weakness(password, name);
  if (fault !== undefined) throw new Problem("weak_password", `The password ${fault}.`);
}

export async function weakness(password: string, name: string): Promise<string | undefined> {
  if ([...password].length < shortest) return `must have at least ${shortest} characters`;
  const folded = password.normalize("NFKC").toLowerCase();
  const plainName = foldedName(name);
  if (plainName.length >= 3 && folded.replaceAll(plainName, "").length < shortest / 2) {
    return "is little more than the name";
  }
  if (new Set(folded).size < 5) return "repeats too few characters";
  if (isSequence(folded)) return "is a simple sequence of characters";
  if (isRepetition(folded)) return "repeats one word";
  const known = await knownPasswords();
  if (known.has(folded) || known.has(undisguised(folded))) return "is one of those that attackers try first";
  return undefined;
}

/** `123456789012`, `abcdefghijkl`, `qwertyuiop` and the same backwards. */
function isSequence(text: string): boolean {
  const rows = ["01234567890123456789", "abcdefghijklmnopqrstuvwxyzabcdef", "qwertyuiopasdfghjklzxcvbnm"];
  return rows.some((row) => row.includes(text) || [...row].reverse().join("").includes(text));
}

function isRepetition(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length;
}

const disguises: Record<string, string> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};

/** To an attacker `P@ssw0rd2024!` is `password`. */
const undisguised = (text: string): string =>
  text.replace(/(?<!\P{L})\P{L}+$/u, "").replace(/[013457@$]/g, (sign) => disguises[sign] ?? sign);

let known: Promise<ReadonlySet<string>> | undefined;

/** Loaded when the first password is set: most processes never need this half a megabyte. */
function knownPasswords(): Promise<ReadonlySet<string>> {
  known ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return known;
}
