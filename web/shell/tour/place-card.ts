export type Size = { width: number; height: number };
export type Box = Size & { left: number; top: number };

const gap = 12;

/** Mantine's `sm`. */
const phoneWidth = 768;

const within = (from: number, at: number, to: number) => Math.max(from, Math.min(at, to));

/**
 * Where a card stands beside what it is about: to the right, to the left, below or above, wherever there is room. Otherwise,
 * and without a place, in the lower right corner; on a phone always at the bottom.
 */
export function placeCard(about: Box | undefined, card: Size, room: Size): { left: number; top: number } {
  const right = room.width - card.width - gap;
  const bottom = room.height - card.height - gap;
  if (!about || room.width < phoneWidth) return { left: Math.max(gap, right), top: bottom };
  const beside = within(gap, about.top + gap, bottom);
  const aligned = within(gap, about.left + gap, right);
  const end = about.left + about.width + gap;
  if (end <= right) return { left: end, top: beside };
  if (about.left - gap - card.width >= gap) return { left: about.left - gap - card.width, top: beside };
  if (about.top + about.height + gap <= bottom) return { left: aligned, top: about.top + about.height + gap };
  if (about.top - gap - card.height >= gap) return { left: aligned, top: about.top - gap - card.height };
  return { left: right, top: bottom };
}

/** Around the place, and not cut off by the edges of the window. */
export function ringAround({ left, top, width, height }: Box, room: Size): Box {
  const [from, to] = [Math.max(2, left - 4), Math.min(room.width - 2, left + width + 4)];
  const [above, below] = [Math.max(2, top - 4), Math.min(room.height - 2, top + height + 4)];
  return { left: from, top: above, width: to - from, height: below - above };
}
