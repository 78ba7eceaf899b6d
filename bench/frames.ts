import type { Page } from "playwright-core";

/** The frames that the page drew during an action. Times are in milliseconds. */
export type Frames = {
  /** The longest time between two frames. */
  longest: number;
  perSecond: number;
  /** The longest time from an event (a key or a turn of the wheel) to the frame that shows its effect. */
  slowestEvent: number;
};

/** Measures the frames that the user sees while `act` runs. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const seen = { times: [] as number[], events: [0], on: true };
    Object.assign(window, { seen });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.events.push(entry.duration);
    });
    observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    const frame = (time: number) => {
      seen.times.push(time);
      if (seen.on) requestAnimationFrame(frame);
      else observer.disconnect();
    };
    requestAnimationFrame(frame);
  });
  await act();
  return page.evaluate(async () => {
    const { seen } = window as unknown as { seen: { times: number[]; events: number[]; on: boolean } };
    // Waits until the effect of the last event is drawn and reported.
    await new Promise((resolve) => setTimeout(resolve, 100));
    seen.on = false;
    const gaps = seen.times.slice(1).map((time, index) => time - (seen.times[index] ?? time));
    const all = (seen.times.at(-1) ?? 0) - (seen.times[0] ?? 0);
    return {
      longest: Math.max(...gaps),
      perSecond: (gaps.length * 1_000) / all,
      slowestEvent: Math.max(...seen.events),
    };
  });
}
