declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  /** The part of the provider that the test uses; the package has no types. */
  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): RequestListener;
  }
}
