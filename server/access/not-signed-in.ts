import { Problem } from "../http/problem.ts";

export const notSignedIn = (detail: string) =>
  new Problem("not_signed_in", detail, {}, { "www-authenticate": 'Bearer realm="catalog"' });

export const signInFirst = () => notSignedIn("Sign in, or send an API key as Authorization: Bearer.");

export const keyIsUnknown = () => notSignedIn("The API key is unknown or was revoked.");

/** Whether something failed because its key was revoked, or its account closed, since it began. */
export const isSignedOut = (error: unknown): boolean => error instanceof Problem && error.code === "not_signed_in";
