import type { MentionedPerson } from "../../contract/comments.ts";
import { partsOf } from "./mention-text.ts";

type Props = { text: string; mentions: readonly MentionedPerson[] };

/** The text of a comment, with the people that it mentions marked. */
export const CommentText = ({ text, mentions }: Props) =>
  partsOf(text, mentions).map((part, at) =>
    part.who ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <strong className="mention" key={at} title={part.who.displayName}>
        {part.text}
      </strong>
    ) : (
      part.text
    ),
  );
