const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

export const isLoopback = (host: string): boolean => loopback.has(host) || /^127(\.\d{1,3}){3}$/.test(host);
