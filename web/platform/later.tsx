import { type ComponentType, memo, use } from "react";
import { NotFetched, tries } from "./not-fetched.ts";

/**
 * A component that is fetched when it is first drawn. React's own keeps a failure for as long as the page lives, and the
 * router's loads the page again, which without a network ends in the browser's error page. This one fails until someone
 * tries again. It is drawn again only with other props, because it is a large part of a screen.
 */
export function later<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let Loaded: ComponentType<P> | undefined;
  let failed: { at: number; cause: unknown } | undefined;
  let loading: Promise<void> | undefined;
  const fetchOnce = async () => {
    try {
      Loaded = memo((await load()).default) as unknown as ComponentType<P>;
    } catch (cause) {
      failed = { at: tries.count(), cause };
    }
    loading = undefined;
  };
  const fetching = () => {
    loading ??= fetchOnce();
    return loading;
  };
  const Later = (props: P) => {
    if (!Loaded && failed?.at !== tries.count()) use(fetching());
    if (!Loaded) throw new NotFetched(failed?.cause);
    return <Loaded {...props} />;
  };
  /** The router calls it before it draws a screen, and when someone points at a link to it. */
  const preload = () => {
    failed = undefined;
    return Loaded ? undefined : fetching();
  };
  return Object.assign(Later, { preload });
}
