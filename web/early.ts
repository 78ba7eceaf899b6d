/** Answers that were asked for before the program was there, by address: the first script leaves them to the second. */
type Early = Map<string, Promise<Response>>;

const place = globalThis as { early?: Early };

/** What was asked for longer ago than this may have changed since. */
export const earlyMs = 10_000;

export function askEarly(urls: string[]) {
  const asked: Early = new Map();
  for (const url of urls) {
    const answer = fetch(url, { headers: { "accept-language": "en" } });
    // Whoever takes it sees the failure; one that nobody takes is no news.
    answer.catch(() => undefined);
    asked.set(url, answer);
  }
  place.early = asked;
}

/** The answer to this request if it is on its way already; once, because the next one who asks wants to know anew. */
export function takeEarly(url: string): Promise<Response> | undefined {
  const answer = performance.now() < earlyMs ? place.early?.get(url) : undefined;
  place.early?.delete(url);
  return answer;
}
