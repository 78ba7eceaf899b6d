import { readdir } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";

type ProcessFigure = { name: string; help: string; type: "counter" | "gauge"; value: number };

/**
 * What the process takes, under the names that dashboards for Prometheus know. Only what is known without work: the
 * statistics of the heap by its spaces take Bun 100 ms and more, in which nobody is answered.
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
      counter("process_cpu_seconds_total", "CPU time in all.", (user + system) / 1e6),
      gauge("process_start_time_seconds", "When the process started, since 1970.", started),
      gauge("process_resident_memory_bytes", "Memory that the process holds.", rss),
      ...(files === undefined ? [] : [gauge("process_open_fds", "Open files and connections.", files)]),
      gauge("nodejs_heap_size_total_bytes", "Memory of the heap.", heapTotal),
      gauge("nodejs_heap_size_used_bytes", "Memory of the heap that is in use.", heapUsed),
      gauge("nodejs_external_memory_bytes", "Memory of buffers and the like beside the heap.", external),
      gauge("nodejs_eventloop_lag_p99_seconds", "How late timers were since the last look: 99 in 100 less.", lag.p99),
      gauge("nodejs_eventloop_lag_max_seconds", "How late a timer was at the most since the last look.", lag.max),
    ];
  }
}

const counter = (name: string, help: string, value: number): ProcessFigure => ({ name, help, type: "counter", value });
const gauge = (name: string, help: string, value: number): ProcessFigure => ({ name, help, type: "gauge", value });

/** Known on Linux alone. */
const openFiles = (): Promise<number | undefined> =>
  readdir("/proc/self/fd").then(
    (entries) => entries.length,
    () => undefined,
  );
