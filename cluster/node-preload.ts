/**
 * Loaded into a node before the service. It lets the test move the node's clock, and ends the node with the program that
 * started it.
 */
const SystemDate = Date;
let aheadMs = 0;

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [target.now() + aheadMs], newTarget),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});

const now = () => SystemDate.now() + aheadMs;

process.on("message", (ms: number) => {
  aheadMs = ms;
});
process.on("disconnect", () => process.exit(1));
