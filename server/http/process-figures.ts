import { readdir } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";

type ProcessFigure = { name: string; help: string; type: "counter" | "gauge"; value: number };

/**
 * What the process uses, under the metric names that Prometheus dashboards expect. Only figures that are cheap to read:
 * heap statistics by space block Bun for 100 ms and more.
 */
export class ProcessFigures {
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });

  constructor() {
    this.#delay.enable();
  }

  async read(): Promise<ProcessFigure[]> {
    const { user, system } = process.cpuUsage();
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
    const started = (Date.now() - performance.now()) / 1000;
    const lag = { p99: this.#delay.percentile(99) / 1e9, max: this.#delay.max / 1e9 };
    this.#delay.reset();
    const files = await openFiles();
    return [
      counter("process_cpu_user_seconds_total", "CPU time in user mode.", user / 1e6),
      counter("process_cpu_system_seconds_total", "CPU time in system mode.", system / 1e6),
      counter("process_cpu_seconds_total", "CPU time in total.", (user + system) / 1e6),
      gauge("process_start_time_seconds", "When the process started, in seconds since 1970.", started),
      gauge("process_resident_memory_bytes", "Memory that the process holds.", rss),
      ...(files === undefined ? [] : [gauge("process_open_fds", "Open files and connections.", files)]),
      gauge("nodejs_heap_size_total_bytes", "Memory of the heap.", heapTotal),
      gauge("nodejs_heap_size_used_bytes", "Memory of the heap that is in use.", heapUsed),
      gauge("nodejs_external_memory_bytes", "Memory outside the heap, such as buffers.", external),
      gauge("nodejs_eventloop_lag_p99_seconds", "99th percentile of timer delay since the last scrape.", lag.p99),
      gauge("nodejs_eventloop_lag_max_seconds", "Longest timer delay since the last scrape.", lag.max),
    ];
  }
}

const counter = (name: string, help: string, value: number): ProcessFigure => ({ name, help, type: "counter", value });
const gauge = (name: string, help: string, value: number): ProcessFigure => ({ name, help, type: "gauge", value });

/** Undefined on systems other than Linux. */
const openFiles = (): Promise<number | undefined> =>
  readdir("/proc/self/fd").then(
    (entries) => entries.length,
    () => undefined,
  );
