import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type RouteMetrics = { observe(seconds: number, status: number): void };

/** Figures for Prometheus. Each route's children are looked up once: labels are not hashed on every request. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the arrival of a request to its answer.",
    labelNames: ["method", "route"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.#registry],
  });
  readonly #requests = new Counter({
    name: "http_requests_total",
    help: "Requests answered.",
    labelNames: ["method", "route", "status"],
    registers: [this.#registry],
  });
  readonly #inFlight = new Gauge({
    name: "http_requests_in_flight",
    help: "Requests being answered.",
    registers: [this.#registry],
  });
  #current = 0;

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  route(method: string, route: string): RouteMetrics {
    const duration = this.#duration.labels(method, route);
    const byStatus = new Map<number, { inc(): void }>();
    return {
      observe: (seconds, status) => {
        duration.observe(seconds);
        let counter = byStatus.get(status);
        if (!counter) {
          counter = this.#requests.labels(method, route, String(status));
          byStatus.set(status, counter);
        }
        counter.inc();
      },
    };
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
    this.#inFlight.set(this.#current);
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }
}
