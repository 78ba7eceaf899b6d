import { Problem } from "../http/problem.ts";

export const notSignedIn = (words: string) =>
  new Problem("not_signed_in", words, {}, { "www-authenticate": 'Bearer realm="catalog"' });

export const signInFirst = () => notSignedIn("Sign in, or send an API key as Authorization: Bearer.");

export const keyIsUnknown = () => notSignedIn("The API key is unknown or was revoked.");
