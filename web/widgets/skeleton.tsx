/** How many parts one entry of a shape has: a picture, a line of text, a field. The style sheet says which is which. */
const parts = { tree: 2, rows: 5, fields: 2, lines: 3, cards: 3, texts: 3, meters: 2, tabs: 1, chips: 1 };

type Props = { shape: keyof typeof parts; count: number };

/** The shape of what comes, while it is loading. */
export const Skeleton = ({ shape, count }: Props) => (
  <div className={`skeletons skeleton-${shape}`} aria-hidden>
    {Array.from({ length: count }, (_, entry) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
      <div key={entry}>
        {Array.from({ length: parts[shape] }, (_, part) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <span className="skeleton" key={part} />
        ))}
      </div>
    ))}
  </div>
);

/** In place of a screen that is fetched: a heading and a list. */
export const ScreenSkeleton = () => (
  <div className="page-loading">
    <Skeleton shape="lines" count={8} />
  </div>
);
