import type { Log } from "./logger.ts";
import { ProcessFigures } from "./process-figures.ts";
import { withinTime } from "./within-time.ts";

/** One figure, or one per part. */
type Figures = number | Record<string, number>;

export type RouteMetrics = { observe(seconds: number, status: number): void };

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

type Gauge = {
  name: string;
  help: string;
  read: () => Figures | Promise<Figures>;
  /** The read in progress. Scrapes that arrive meanwhile share it. */
  reading: Promise<Figures | undefined> | undefined;
};

/** A scraper that times out on one figure loses all of them. */
const gaugeTimeoutMs = 1_000;

type RouteFigures = { method: string; route: string; buckets: number[]; sum: number; statuses: Map<number, number> };

/** Metrics for Prometheus. Requests are counted in plain numbers, which a scrape turns into text. */
export class Metrics {
  readonly contentType = "text/plain; version=0.0.4; charset=utf-8";
  readonly #process = new ProcessFigures();
  readonly #routes: RouteFigures[] = [];
  readonly #gauges: Gauge[] = [];
  readonly #log: Log;
  #current = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  route(method: string, route: string): RouteMetrics {
    const buckets = new Array<number>(bounds.length + 1).fill(0);
    const figures: RouteFigures = { method, route, buckets, sum: 0, statuses: new Map() };
    this.#routes.push(figures);
    return {
      observe(seconds, status) {
        let bucket = 0;
        while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++;
        buckets[bucket] = (buckets[bucket] as number) + 1;
        figures.sum += seconds;
        figures.statuses.set(status, (figures.statuses.get(status) ?? 0) + 1);
      },
    };
  }

  /** Adds a figure that is read at each scrape. It is left out if reading it fails or times out. */
  gauge(name: string, help: string, read: () => Figures | Promise<Figures>): void {
    this.#gauges.push({ name, help, read, reading: undefined });
  }

  started(): void {
    this.#current++;
  }

  finished(): void {
    this.#current--;
  }

  get inFlight(): number {
    return this.#current;
  }

  async text(): Promise<string> {
    const process = (await this.#process.read())
      .map(({ name, help, type, value }) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`)
      .join("");
    return `${process}${this.#requests()}\n${this.#durations()}
# HELP http_requests_in_flight Requests being answered.
# TYPE http_requests_in_flight gauge
http_requests_in_flight ${this.#current}
${await this.#gaugeTexts()}`;
  }

  async #gaugeTexts(): Promise<string> {
    const texts = this.#gauges.map(async (gauge) => {
      const { name, help } = gauge;
      const figures = await this.#readSoon(gauge);
      return figures === undefined ? "" : `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${figureLines(name, figures)}`;
    });
    return (await Promise.all(texts)).join("");
  }

  /** Scrapes share one read at a time, so that they do not pile up on a database that hangs. */
  #readSoon(gauge: Gauge): Promise<Figures | undefined> {
    gauge.reading ??= this.#read(gauge);
    return withinTime(gauge.reading, gaugeTimeoutMs, () => new Error("too late")).catch(() => undefined);
  }

  async #read(gauge: Gauge): Promise<Figures | undefined> {
    try {
      return await gauge.read();
    } catch (error) {
      this.#log.warn({ err: error, figure: gauge.name }, "could not read a metric");
      return undefined;
    } finally {
      gauge.reading = undefined;
    }
  }

  #requests(): string {
    const lines = ["# HELP http_requests_total Requests answered.", "# TYPE http_requests_total counter"];
    for (const { method, route, statuses } of this.#routes) {
      for (const [status, count] of statuses) {
        lines.push(`http_requests_total{method="${method}",route="${route}",status="${status}"} ${count}`);
      }
    }
    return lines.join("\n");
  }

  #durations(): string {
    const name = "http_request_duration_seconds";
    const lines = [`# HELP ${name} Time from the arrival of a request to its answer.`, `# TYPE ${name} histogram`];
    for (const { method, route, buckets, sum, statuses } of this.#routes) {
      if (statuses.size === 0) continue;
      const labels = `method="${method}",route="${route}"`;
      let count = 0;
      for (const [index, inBucket] of buckets.entries()) {
        count += inBucket;
        lines.push(`${name}_bucket{${labels},le="${bounds[index] ?? "+Inf"}"} ${count}`);
      }
      lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`);
    }
    return lines.join("\n");
  }
}

const figureLines = (name: string, figures: Figures): string =>
  typeof figures === "number"
    ? `${name} ${figures}\n`
    : Object.entries(figures)
        .map(([part, figure]) => `${name}{part="${part}"} ${figure}\n`)
        .join("");
