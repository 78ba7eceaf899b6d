/** How many days back the words reach; "today" begins at midnight. */
export const sinceDays = { today: 0, "7d": 7, "30d": 30 } as const;
export type SinceWord = keyof typeof sinceDays;

export const isSinceWord = (since: string): since is SinceWord => since in sinceDays;

/** A day is the reader's own, from its midnight on. */
export const isDay = (since: string) => /^\d{4}-\d\d-\d\d$/.test(since) && !Number.isNaN(Date.parse(since));

const isMoment = (since: string) =>
  /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(since) && !Number.isNaN(Date.parse(since));

/** The moment, as the API takes it, of what an address says; undefined if nobody understands that. */
export function momentOf(since: string, now = new Date()): string | undefined {
  if (isSinceWord(since))
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() - sinceDays[since]).toISOString();
  if (isDay(since)) return new Date(`${since}T00:00:00`).toISOString();
  return isMoment(since) ? since : undefined;
}
