import { later } from "../platform/later.tsx";
import { Part } from "./boundary.tsx";
import type { EmptyProps } from "./empty-contents.tsx";

const EmptyContents = later(() => import("./empty-contents.tsx"));

/** In place of what is not there yet: a picture, what belongs here, and what to do next. Fetched when it is needed. */
export const EmptyPlace = (props: EmptyProps) => (
  <Part place="line">
    <EmptyContents {...props} />
  </Part>
);
