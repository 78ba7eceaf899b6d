/** An object with some functions of its own, and all others of another one. */
export function replacing<T extends object>(of: T, own: Partial<T>): T {
  return new Proxy(of, {
    get(target, name) {
      if (name in own) return own[name as keyof T];
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
