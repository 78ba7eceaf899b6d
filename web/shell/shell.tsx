import { Outlet } from "@tanstack/react-router";
import { useSession } from "../access/session.ts";
import { useActionContext } from "../actions/use-action-context.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { withWords } from "../platform/i18n/later-words.ts";
import { later } from "../platform/later.tsx";
import { useStore } from "../platform/store.ts";
import { Part } from "../widgets/boundary.tsx";
import { closeDialog, dialogStore } from "../widgets/dialogs.ts";
import { menuStore } from "../widgets/menus.ts";
import { Toasts } from "../widgets/toasts.tsx";
import { TopBar } from "./top-bar.tsx";
import { tourStore, useTourOffer } from "./tour/tour-offer.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const SignIn = later(async () => ({ default: (await import("../access/sign-in.tsx")).SignIn }));
const Tour = later(() => withWords(() => import("./tour/tour.tsx")));

function closeMenu(opener: HTMLElement) {
  menuStore.set(undefined);
  opener.focus({ preventScroll: true });
}

/** What surrounds every screen. */
export function Shell() {
  const t = useText();
  const context = useActionContext();
  const dialog = useStore(dialogStore);
  const menu = useStore(menuStore);
  const tour = useStore(tourStore);
  const { data: session } = useSession();
  const locked = session?.access === "required" && !session.who;
  useShortcuts(context);
  useTourOffer(context);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t.app.skip}
      </a>
      <TopBar projectId={context.projectId} />
      <main id="content" className="content" tabIndex={-1}>
        {locked && session && (
          <Part place="panel">
            <SignIn session={session} />
          </Part>
        )}
        {/* The screen stays while someone signs in: a comment that was not sent exists nowhere else. */}
        <div className="behind-sign-in" hidden={locked}>
          <Outlet />
        </div>
      </main>
      <Toasts />
      {menu && (
        <Part place="menu" close={() => menuStore.set(undefined)}>
          <menu.Content {...menu.given} close={() => closeMenu(menu.given.opener)} />
        </Part>
      )}
      {tour && !locked && (
        <Part place="menu" close={() => tourStore.set(undefined)}>
          <Tour context={context} />
        </Part>
      )}
      {dialog && (
        <Part key={dialog.name} place="dialog" close={closeDialog}>
          <dialog.Content {...dialog.given} close={closeDialog} />
        </Part>
      )}
    </div>
  );
}
