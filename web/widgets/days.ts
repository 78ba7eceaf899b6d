/** Days are written as the API has them, 2030-12-31, and counted in UTC, where every day has 24 hours. */
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
const dayIn = (date: Date) => date.toISOString().slice(0, 10);

const inUtc = (language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });

/** A day as the language writes it, such as Dec 31, 2030. */
export const dayText = (day: string, language: string) => inUtc(language, { dateStyle: "medium" }).format(dateOf(day));
export const wholeDayText = (day: string, language: string) =>
  inUtc(language, { dateStyle: "full" }).format(dateOf(day));
export const monthText = (day: string, language: string) =>
  inUtc(language, { month: "long", year: "numeric" }).format(dateOf(day));

export const monthOf = (day: string) => day.slice(0, 7);

export function addDays(day: string, days: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  return dayIn(date);
}

/** The same day of another month, or its last one where that month is shorter. */
export function addMonths(day: string, months: number): string {
  const date = dateOf(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  date.setUTCDate(Math.min(wanted, date.getUTCDate()));
  return dayIn(date);
}

/** The first day of the week where the language is spoken most: 1 is Monday, 7 is Sunday. */
function weekStart(language: string): number {
  const locale: Intl.Locale & { getWeekInfo?(): { firstDay: number } } = new Intl.Locale(language);
  return locale.getWeekInfo?.().firstDay ?? 1;
}

/** How many days of its week come before a day. */
export const daysIntoWeek = (day: string, language: string) => (dateOf(day).getUTCDay() - weekStart(language) + 7) % 7;

/** The names of the days of a week, in order. */
export function weekDays(language: string): { short: string; long: string }[] {
  const some = "2024-01-01";
  const first = addDays(some, -daysIntoWeek(some, language));
  const [short, long] = [inUtc(language, { weekday: "short" }), inUtc(language, { weekday: "long" })];
  return Array.from({ length: 7 }, (_, at) => {
    const date = dateOf(addDays(first, at));
    return { short: short.format(date), long: long.format(date) };
  });
}

const mostWeeks = 6;

/** The weeks of a day's month, always as many; undefined where another month's day would stand. */
export function weeksOf(day: string, language: string): (string | undefined)[][] {
  const first = `${monthOf(day)}-01`;
  const start = addDays(first, -daysIntoWeek(first, language));
  return Array.from({ length: mostWeeks }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => {
      const one = addDays(start, 7 * week + at);
      return monthOf(one) === monthOf(day) ? one : undefined;
    }),
  );
}

const two = (number: number) => String(number).padStart(2, "0");

function dayFrom(year: number, month: number, day: number): string | undefined {
  const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  const date = dateOf(text);
  return !Number.isNaN(date.getTime()) && dayIn(date) === text ? text : undefined;
}

/** Shorter words stand between the numbers, such as "de" in Spanish. */
const isName = (word: string) => word.length >= 3;

/** Which month a typed word names, by its first letters in any form that the language has; -1 if none. */
function monthNamed(words: readonly string[], language: string): number {
  const forms = (["long", "short"] as const).flatMap((month) => [
    inUtc(language, { month }),
    inUtc(language, { month, day: "numeric" }),
  ]);
  const lower = words.filter(isName).map((word) => word.toLowerCase());
  return Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2024, at, 1))).findIndex((date) => {
    const names = forms.flatMap((form) => {
      const month = form.formatToParts(date).find(({ type }) => type === "month");
      return month ? [month.value.toLowerCase()] : [];
    });
    return lower.some((word) => names.some((name) => name.startsWith(word)));
  });
}

/** In which order the language writes the numbers of a date. */
const orderOf = (language: string) =>
  inUtc(language, { dateStyle: "short" })
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type === "day" || type === "month" || type === "year");

const wholeYear = (year: number, digits: number) => (digits <= 2 ? 2000 + year : year);

/**
 * The day that a text means: numbers in the order of the language, with the name of the month, or 2030-12-31. Without a
 * year it is one of this year. Undefined if the text is no day.
 */
export function readDay(text: string, language: string, today: string): string | undefined {
  const numbers = (text.match(/\d+/g) ?? []).map((digits) => ({ value: Number(digits), digits: digits.length }));
  const words = text.match(/\p{L}+/gu) ?? [];
  const named = monthNamed(words, language) + 1;
  if (named === 0 && words.some(isName)) return undefined;
  const order = numbers[0]?.digits === 4 ? (["year", "month", "day"] as const) : orderOf(language);
  const kinds = order.filter((kind) => !(kind === "month" && named > 0));
  const asked = numbers.length < kinds.length ? kinds.filter((kind) => kind !== "year") : kinds;
  if (numbers.length !== asked.length) return undefined;
  const numberOf = (kind: (typeof order)[number]) => numbers[asked.indexOf(kind)];
  const year = numberOf("year");
  const month = named || (numberOf("month")?.value ?? 0);
  const day = numberOf("day")?.value ?? 0;
  const wanted = year ? wholeYear(year.value, year.digits) : Number(today.slice(0, 4));
  return dayFrom(wanted, month, day) ?? (named ? undefined : dayFrom(wanted, day, month));
}
