/** 128 random bits. `crypto.randomUUID` does not exist over plain http on a network, where the editor must work too. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
