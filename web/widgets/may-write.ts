import { createContext, useContext } from "react";

/** Whether the fields of the open record can be written. */
export const MayWrite = createContext<(field: string) => boolean>(() => true);

export const useMayWrite = (field: string) => useContext(MayWrite)(field);
