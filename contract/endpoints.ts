import { catalogEndpoints } from "./catalog-endpoints.ts";

/** Everything the service answers under /api. */
export const endpoints = { ...catalogEndpoints } as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
