import type { ReactNode } from "react";
import { useLater } from "../platform/i18n/later-words.ts";
import { emptyPictures } from "./empty-pictures.tsx";
import { Empty } from "./states.tsx";

export type EmptyKind = keyof typeof emptyPictures;

export type EmptyProps = {
  of: EmptyKind;
  /** In a panel or below a list: the picture is small and stands beside the words. */
  small?: boolean;
  /** The one button with the next useful step, where the person may take it. */
  children?: ReactNode;
};

type EmptyWords = {
  title: string;
  /** What belongs here. */
  what: string;
  /** What to do about it, for those who may. */
  how?: string;
  /** The same for those who may not. */
  ask?: string;
};

export default function EmptyContents({ of, small = false, children }: EmptyProps) {
  const { empty } = useLater();
  const { title, what, how = "", ask = "" }: EmptyWords = empty[of];
  // Chinese has no space after a full stop.
  const hint = [what, children ? how : ask].filter(Boolean).join(" ").replaceAll("。 ", "。");
  const [width, height] = small ? [60, 40] : [120, 80];
  const picture = (
    // Not the indicator's own child: Mantine draws such a picture as wide as it is high.
    <div>
      <svg
        width={width}
        height={height}
        viewBox="0 0 120 80"
        fill="none"
        stroke="currentColor"
        strokeWidth={small ? 2.5 : 1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        {emptyPictures[of]}
      </svg>
    </div>
  );
  return (
    <Empty icon={picture} title={title} hint={hint} small={small}>
      {children}
    </Empty>
  );
}
