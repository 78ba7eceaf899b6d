import type { NewPasskeyAnswer, PasskeyAnswer } from "../../contract/passkeys.ts";
import { api } from "../platform/api.ts";

/** Browsers have passkeys only over https or on localhost, and only for a host with a name. */
export const hasPasskeys = () =>
  isSecureContext &&
  typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === "function" &&
  !/^[\d.]+$|:/.test(location.hostname);

/** The browser asks the person for a passkey. Throws a DOMException if they close its dialog. */
export async function askForPasskey(): Promise<PasskeyAnswer> {
  const options = (await api.startPasskeySignIn()).data;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return credential.toJSON() as unknown as PasskeyAnswer;
}

/** The browser makes a passkey for the person. */
export async function makePasskey(options: object): Promise<NewPasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return credential.toJSON() as unknown as NewPasskeyAnswer;
}
