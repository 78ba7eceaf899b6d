import { useRef, useState } from "react";

type Commands<T> = { [Name in keyof T]: (...given: never[]) => void };

/** The same object in every render, whose functions call the latest ones: rows that get it are not drawn again for it. */
export function useStableCommands<T extends Commands<T>>(commands: T): T {
  const latest = useRef(commands);
  latest.current = commands;
  const [stable] = useState(() => {
    const names = Object.keys(commands) as (keyof T)[];
    const calls = names.map((name) => [name, (...given: never[]) => latest.current[name](...given)]);
    return Object.fromEntries(calls) as T;
  });
  return stable;
}
