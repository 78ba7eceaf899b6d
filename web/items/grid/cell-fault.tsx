type Props = {
  why: string;
  /** Of the field that the words are about. It is said at once: the person has just tried to leave it. */
  id?: string;
};

/** What is wrong with a cell, in words at the cell: below it, or above it at the end of the list. */
export const CellFault = ({ why, id }: Props) => (
  <span
    className="cell-fault"
    {...(id === undefined ? { "aria-hidden": true } : { id, role: "alert" })}
    ref={(words) => {
      const list = words?.closest("[role=grid]");
      if (words && list && words.getBoundingClientRect().bottom > list.getBoundingClientRect().bottom)
        words.dataset.above = "true";
    }}
  >
    {why}
  </span>
);
