const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 40;
const checksumLength = 6;

/** 40 characters of 62: 238 bits. */
function randomSecret(): string {
  let secret = "";
  while (secret.length < secretLength) {
    // 248 is the largest multiple of 62 in a byte; larger bytes would favour the first characters.
    for (const byte of crypto.getRandomValues(new Uint8Array(secretLength))) {
      if (byte < 248 && secret.length < secretLength) secret += digits[byte % 62];
    }
  }
  return secret;
}

function checksum(text: string): string {
  let rest = Bun.hash.crc32(text);
  let sum = "";
  for (let i = 0; i < checksumLength; i++) {
    sum = digits[rest % 62] + sum;
    rest = Math.floor(rest / 62);
  }
  return sum;
}

/**
 * `cbk_<id>_<secret><checksum>`. A scanner for leaked secrets recognizes the prefix and verifies the checksum without
 * asking the service, and the service without asking the database.
 */
export function newApiKey(id: string): string {
  const text = `cbk_${id}_${randomSecret()}`;
  return text + checksum(text);
}

/** The id in a well-formed key. */
export function apiKeyId(key: string): string | undefined {
  const id = /^cbk_([0-9a-z]{8,24})_[0-9A-Za-z]{46}$/.exec(key)?.[1];
  return id !== undefined && checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength) ? id : undefined;
}
