import type { PasskeyAnswer } from "../../contract/passkeys.ts";
import type { Caller } from "../access/caller.ts";
import { signInFirst } from "../access/not-signed-in.ts";
import type { Db } from "../db/db.ts";
import { type UserRow, userByKey } from "../people/users.sql.ts";
import type { AccessParts } from "./access-parts.ts";
import { checkPasskey } from "./passkey-checks.ts";
import { checkSignIn, signInFailed } from "./sign-in.ts";

/** How a person shows again who they are: with the password, or with a passkey they have. */
type Proof = {
  password?: string | null | undefined;
  code?: string | null | undefined;
  passkey?: PasskeyAnswer | null | undefined;
};

export async function ownUser(db: Db, { holder }: Caller): Promise<UserRow> {
  const user = holder?.kind === "user" ? await db.read((reader) => userByKey(reader, holder.key)) : undefined;
  if (!user) throw signInFirst();
  return user;
}

/** A stolen session must not be enough: asks for the credentials again, with the same limit on guesses as sign-in. */
export async function confirmed(
  parts: AccessParts,
  caller: Caller,
  request: Request,
  { password, code, passkey }: Proof,
): Promise<UserRow> {
  const self = await ownUser(parts.db, caller);
  const { address } = caller;
  if (passkey == null) {
    return checkSignIn(parts, { name: self.name, password: password ?? "", code: code ?? undefined, address });
  }
  const user = await checkPasskey(parts, request, passkey, address);
  if (user.key !== self.key) throw signInFailed("The passkey is that of another account.");
  return user;
}

/** The same without a code, for changes that do not concern the second step. */
export async function confirmedOnce(
  parts: AccessParts,
  caller: Caller,
  request: Request,
  proof: Proof,
): Promise<UserRow> {
  try {
    return await confirmed(parts, caller, request, proof);
  } catch (error) {
    if (isCodeNeeded(error)) return ownUser(parts.db, caller);
    throw error;
  }
}

const isCodeNeeded = (error: unknown): boolean => (error as { code?: unknown }).code === "second_step_needed";
