import type { ViewQuery } from "../../contract/views.ts";
import { filtersInBody, filtersOf, type ItemFilters } from "../catalog/item-filters.ts";
import { isSinceWord, momentOf, type SinceWord } from "../catalog/since.ts";

/** The days of a view for the words of an address. */
const daysOf: Record<SinceWord, number> = { today: 1, "7d": 7, "30d": 30 };

const two = (part: number) => String(part).padStart(2, "0");
const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** As people chose it: a midnight of theirs is a day. */
function sinceOf(moment: string): string {
  const date = new Date(moment);
  return date.getHours() + date.getMinutes() + date.getSeconds() + date.getMilliseconds() === 0 ? dayOf(date) : moment;
}

/** An address has words for some numbers of days; of others it has the day on which they begin. */
function sinceDaysAgo(days: number, now: Date): string {
  const word = Object.entries(daysOf).find(([, of]) => of === days)?.[0];
  return word ?? dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days));
}

/** The filters and the sort of a view, as an address has them. */
export function filtersOfView(query: ViewQuery, now = new Date()): ItemFilters {
  const { within: _, changedSince, changedWithinDays, ...rest } = query;
  const since = changedWithinDays ? sinceDaysAgo(changedWithinDays, now) : changedSince && sinceOf(changedSince);
  const lists = { tags: rest.tags?.join(), badges: rest.badges?.join(), currency: rest.currency?.join() };
  return filtersOf({ ...rest, ...lists, changedSince: since });
}

/** What a view stores of the filters and the sort in an address; `before` is what it stored until now. */
export function queryOfView(filters: ItemFilters, within: string | undefined, before: ViewQuery = {}): ViewQuery {
  const { changedSince, ...rest } = filtersInBody(filters);
  return {
    ...(within && { within }),
    ...rest,
    ...(changedSince && timeOf(changedSince, before)),
    // The service checks it: the types of an address are wider.
  } as ViewQuery;
}

function timeOf(since: string, before: ViewQuery): Pick<ViewQuery, "changedSince" | "changedWithinDays"> {
  if (isSinceWord(since)) return { changedWithinDays: daysOf[since] };
  // A number of days that no word stands for would become a date.
  if (before.changedWithinDays && filtersOfView(before).changedSince === since)
    return { changedWithinDays: before.changedWithinDays };
  return { changedSince: momentOf(since) };
}
