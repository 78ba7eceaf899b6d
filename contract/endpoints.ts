import { accessEndpoints } from "./access-endpoints.ts";
import { catalogEndpoints } from "./catalog-endpoints.ts";

/** Everything the service answers under /api. */
export const endpoints = { ...catalogEndpoints, ...accessEndpoints } as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
