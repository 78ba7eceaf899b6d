import type { View } from "../../contract/views.ts";
import { useSession } from "../access/session.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { toast } from "../platform/toasts.ts";
import { linkToView } from "./view-address.ts";

/** Copies the address of a view, and says if others cannot open it. */
export function useCopyLink(projectId: string) {
  const t = useText();
  const { data: session } = useSession();
  return async (view: View) => {
    const link = linkToView(view, projectId);
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // The browser does not allow it. The words of a message can be copied by hand.
      return toast(link);
    }
    // Where nobody signs in, a private view is everyone's.
    toast(!view.shared && session?.access === "required" ? t.views.privateLinkCopied : t.views.linkCopied);
  };
}
