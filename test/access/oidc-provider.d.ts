declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  /** As much of the provider as the test touches; the package brings no types. */
  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): RequestListener;
  }
}
