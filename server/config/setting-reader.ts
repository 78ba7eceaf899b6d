/** How the reader of a part gets at its settings: each fault is noted, and all of them are told at once. */
export type SettingReader = {
  value(name: string): string;
  oneOf<T extends string>(name: string, allowed: readonly T[]): T;
  whole(name: string, minimum: number, maximum: number): number;
  faults: string[];
};
