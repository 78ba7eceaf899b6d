import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useSession } from "../access/session.ts";
import { useActionContext, useShortcuts } from "../actions/use-actions.ts";
import { Toasts } from "../components/toasts.tsx";
import { TopBar } from "../components/top-bar.tsx";
import { dialogStore } from "../dialogs.ts";
import { useText } from "../i18n/i18n.ts";
import { useStore } from "../store.ts";

const SignIn = lazy(async () => ({ default: (await import("../access/sign-in.tsx")).SignIn }));
const Dialogs = lazy(() => import("../components/dialog-host.tsx"));

/** What surrounds every screen. */
export function Shell() {
  const t = useText();
  const context = useActionContext();
  const dialog = useStore(dialogStore);
  const { data: session } = useSession();
  const locked = session?.access === "required" && !session.who;
  useShortcuts(context);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t.app.skip}
      </a>
      <TopBar context={context} />
      <main id="content" className="content" tabIndex={-1}>
        {locked && session && (
          <Suspense>
            <SignIn session={session} />
          </Suspense>
        )}
        {/* The screen stays while someone signs in: a comment that was not sent exists nowhere else. */}
        <div className="behind-sign-in" hidden={locked}>
          <Outlet />
        </div>
      </main>
      <Toasts />
      <Suspense>{dialog && <Dialogs dialog={dialog} context={context} />}</Suspense>
    </div>
  );
}
