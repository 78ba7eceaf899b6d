/** Reads the settings of one part. Each fault is noted, so that all of them are reported at once. */
export type SettingReader = {
  value(name: string): string;
  oneOf<T extends string>(name: string, allowed: readonly T[]): T;
  whole(name: string, minimum: number, maximum: number): number;
  faults: string[];
};
