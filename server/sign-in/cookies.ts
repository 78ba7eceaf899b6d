/** On https, cookies are named `__Host-`: the browser then sends them over https to this host only, for all paths. */
export type CookieJar = {
  read(request: Request, name: string): string | undefined;
  /** A Set-Cookie header. An age of 0 deletes the cookie. */
  set(name: string, value: string, maxAgeSeconds: number): string;
};

export function cookieJar(https: boolean): CookieJar {
  const full = (name: string) => (https ? `__Host-${name}` : name);
  return {
    read(request, name) {
      const header = request.headers.get("cookie");
      if (header === null) return undefined;
      const wanted = `${full(name)}=`;
      for (const part of header.split(";")) {
        const pair = part.trim();
        if (pair.startsWith(wanted)) return pair.slice(wanted.length);
      }
      return undefined;
    },
    set(name, value, maxAgeSeconds) {
      const secure = https ? "; Secure" : "";
      return `${full(name)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}; Max-Age=${maxAgeSeconds}`;
    },
  };
}

export const sessionCookie = "catalog-session";
