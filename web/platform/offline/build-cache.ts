/** The caches that the service worker stores builds of the editor in, one for each. */
export const cachePrefix = "catalog-editor-build-";

/** What a proxy answers when the service behind it is away. */
export const isGatewayFault = (status: number) => status >= 502 && status <= 504;

export const cacheOf = (build: string) => cachePrefix + build;
