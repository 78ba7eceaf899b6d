import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { NewPasskeyAnswer, PasskeyAnswer } from "../../contract/passkeys.ts";

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64url");

/** The head of a CBOR value: its major type and its length or number. */
function head(type: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(type << 5) | size]);
  if (size < 256) return Buffer.from([(type << 5) | 24, size]);
  return Buffer.from([(type << 5) | 25, size >> 8, size & 255]);
}
const bytesOf = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes]);
const textOf = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const numberOf = (number: number) => (number < 0 ? head(1, -1 - number) : head(0, number));

type Flags = { verified?: boolean };
type Options = { challenge: string };

/** An authenticator with one passkey, in software: what a browser and a device do together. */
export class SoftAuthenticator {
  readonly id = randomBytes(32);
  readonly #origin: string;
  readonly #site: string;
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };
  counter = 0;

  constructor(origin: string, site = new URL(origin).hostname) {
    this.#origin = origin;
    this.#site = site;
    this.#keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  #clientData(type: string, { challenge }: Options): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  /** Present, verified unless the test says otherwise, and with the key if one was made. */
  #data({ verified = true }: Flags, made: Buffer = Buffer.alloc(0)): Buffer {
    const flags = 1 | (verified ? 4 : 0) | (made.length > 0 ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.#site), Buffer.from([flags]), counter, made]);
  }

  create(options: Options, flags: Flags = {}): NewPasskeyAnswer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" }) as { x?: string; y?: string };
    // A COSE key: EC2, ES256, P-256 and the two coordinates.
    const key = Buffer.concat([
      head(5, 5),
      ...[1, 2, 3, -7, -1, 1].map(numberOf),
      numberOf(-2),
      bytesOf(Buffer.from(x, "base64url")),
      numberOf(-3),
      bytesOf(Buffer.from(y, "base64url")),
    ]);
    const idLength = Buffer.from([0, this.id.length]);
    const data = this.#data(flags, Buffer.concat([Buffer.alloc(16), idLength, this.id, key]));
    const attestation = Buffer.concat([
      head(5, 3),
      ...[textOf("fmt"), textOf("none"), textOf("attStmt"), head(5, 0), textOf("authData"), bytesOf(data)],
    ]);
    return {
      id: base64(this.id),
      rawId: base64(this.id),
      type: "public-key",
      response: {
        clientDataJSON: base64(this.#clientData("webauthn.create", options)),
        attestationObject: base64(attestation),
        transports: ["internal"],
      },
      clientExtensionResults: {},
    };
  }

  get(options: Options, flags: Flags = {}): PasskeyAnswer {
    const client = this.#clientData("webauthn.get", options);
    const data = this.#data(flags);
    const signature = createSign("sha256")
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.#keys.privateKey);
    return {
      id: base64(this.id),
      rawId: base64(this.id),
      type: "public-key",
      response: {
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(signature),
      },
      clientExtensionResults: {},
    };
  }
}
