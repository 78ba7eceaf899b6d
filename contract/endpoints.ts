import { accessEndpoints } from "./access-endpoints.ts";
import { catalogEndpoints } from "./catalog-endpoints.ts";
import { changeEndpoints } from "./change-endpoints.ts";
import { commentEndpoints } from "./comment-endpoints.ts";
import { exportEndpoints } from "./export-endpoints.ts";
import { imageEndpoints } from "./image-endpoints.ts";
import { importEndpoints } from "./import-endpoints.ts";
import { linkEndpoints } from "./link-endpoints.ts";
import { liveEndpoints } from "./live-endpoints.ts";
import { passkeyEndpoints } from "./passkey-endpoints.ts";
import { searchEndpoints } from "./search-endpoints.ts";
import { viewEndpoints } from "./view-endpoints.ts";
import { webhookEndpoints } from "./webhook-endpoints.ts";

/** All endpoints under /api. */
export const endpoints = {
  ...catalogEndpoints,
  ...commentEndpoints,
  ...changeEndpoints,
  ...accessEndpoints,
  ...linkEndpoints,
  ...passkeyEndpoints,
  ...imageEndpoints,
  ...liveEndpoints,
  ...searchEndpoints,
  ...exportEndpoints,
  ...importEndpoints,
  ...viewEndpoints,
  ...webhookEndpoints,
} as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
