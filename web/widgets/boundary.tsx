import { Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconCloudOff } from "@tabler/icons-react";
import { Component, type ReactNode, Suspense, useEffect } from "react";
import { explain } from "../platform/explain.ts";
import { textNow, useText } from "../platform/i18n/i18n.ts";
import { later } from "../platform/later.tsx";
import { NotFetched, tries } from "../platform/not-fetched.ts";
import { awayStore, untilThere } from "../platform/offline/reach.ts";
import { useStore } from "../platform/store.ts";
import { toast } from "../platform/toasts.ts";
import { reloadPage } from "../saving/saving.ts";
import { ButtonLink } from "./links.tsx";
import { Empty } from "./states.tsx";

const FaultDetails = later(() => import("./fault-details.tsx"));

/** How much of the screen a part is: by that, what stands in its place differs. */
type Place = "screen" | "panel" | "line" | "dialog" | "menu";

type Props = { place: Place; wait?: ReactNode; close?: () => void; children: ReactNode };

/** A part of the screen that may be fetched, and may fail: then only this part is replaced, and the rest works on. */
export class Part extends Component<Props, { fault: [unknown] | undefined }> {
  override state: { fault: [unknown] | undefined } = { fault: undefined };

  static getDerivedStateFromError = (error: unknown) => ({ fault: [error] });

  override componentDidCatch(error: unknown) {
    const { place, close } = this.props;
    if (place !== "menu") return;
    toast(error instanceof NotFetched ? explain(error) : textNow().broken.title, { tone: "bad" });
    tries.next();
    close?.();
  }

  override render() {
    const { place, wait, close, children } = this.props;
    const { fault } = this.state;
    if (!fault) return <Suspense fallback={wait}>{children}</Suspense>;
    if (place === "menu") return null;
    const again = () => this.setState({ fault: undefined });
    return <Broken error={fault[0]} again={again} place={place} {...(close && { close })} />;
  }
}

type BrokenProps = { error: unknown; again(): void; place: Exclude<Place, "menu">; close?: () => void };

function Broken({ error, again, place, close }: BrokenProps) {
  const t = useText();
  const away = useStore(awayStore);
  const unfetched = error instanceof NotFetched;
  const retry = () => {
    tries.next();
    again();
  };
  useReturn(unfetched, retry);
  const offline = unfetched && away;
  const [title, hint] = offline
    ? [t.offline.title, t.offline.program]
    : unfetched
      ? [t.broken.unfetched, t.broken.unfetchedHint]
      : [t.broken.title, t.broken.hint];
  const retryButton = (
    <Button variant="default" size={place === "line" ? "compact-sm" : "sm"} onClick={retry}>
      {t.common.retry}
    </Button>
  );
  if (place === "line")
    return (
      <Group className="broken-line" gap="xs" wrap="nowrap" role="alert">
        <Text size="sm" c="dimmed">
          {title}
        </Text>
        {retryButton}
      </Group>
    );
  const whole = (
    <div className="broken" role="alert">
      <Empty icon={offline ? <IconCloudOff /> : <IconAlertTriangle />} title={title} hint={hint}>
        {retryButton}
        {!offline && (
          <Button variant="default" onClick={() => void reloadPage()}>
            {t.broken.reload}
          </Button>
        )}
        {place === "screen" && (
          <ButtonLink variant="subtle" to="/">
            {t.actions.goProjects}
          </ButtonLink>
        )}
        {close && (
          <Button variant="subtle" onClick={close}>
            {t.common.close}
          </Button>
        )}
      </Empty>
      {!unfetched && (
        <Part place="line">
          <FaultDetails error={error} />
        </Part>
      )}
    </div>
  );
  if (place !== "dialog") return whole;
  return (
    <dialog className="broken-dialog" ref={(dialog) => dialog?.showModal()} onClose={close} aria-label={title}>
      {whole}
    </dialog>
  );
}

/** Tries again by itself when the service is back. */
function useReturn(unfetched: boolean, retry: () => void) {
  useEffect(() => {
    if (!unfetched) return;
    let wasAway = awayStore.get();
    void untilThere();
    return awayStore.subscribe(() => {
      if (!awayStore.get() && wasAway) retry();
      wasAway = awayStore.get();
    });
  });
}

/** In place of a screen that failed; the bar above it stays. */
export const BrokenScreen = ({ error, reset }: { error: unknown; reset(): void }) => (
  <Broken error={error} again={reset} place="screen" />
);
