import { ActionIcon, Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { MentionedPerson } from "../../contract/comments.ts";
import type { Item } from "../../contract/items.ts";
import { authorStore } from "../access/author.ts";
import { useOwnName } from "../access/own-name.ts";
import { useSession } from "../access/session.ts";
import { shownName } from "../catalog/catalog-language.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { request } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { isTemporary, temporaryId } from "../saving/temporary-ids.ts";
import { typedMention, withMention } from "./mention-text.ts";

/** Without the network nobody is suggested, and typing goes on. */
const PeopleList = lazy(() => import("./people-list.tsx").catch(() => ({ default: () => null })));

type Props = { projectId: string; item: Item };

export function CommentForm({ projectId, item }: Props) {
  const words = useLater().comments;
  const { data: session } = useSession();
  const author = useStore(authorStore);
  const ownName = useOwnName();
  const isSignedIn = session?.who !== undefined && session.who !== null;
  const [text, setText] = useState("");
  const [stars, setStars] = useState(0);
  const written = useRef<HTMLTextAreaElement>(null);
  const mentioning = useMentioning(written, text, setText, isSignedIn && !isTemporary(item.id));
  const send = () => {
    const by = isSignedIn ? ownName : author.trim();
    const body = { text, ...(by && { author: by }), ...(stars > 0 && { stars }) };
    const requests = [request("createComment", { params: { itemId: item.id }, body })];
    void saving.act({
      projectId,
      title: { what: "addComment", name: shownName(item) },
      requests,
      makes: temporaryId(),
    });
    setText("");
    setStars(0);
    // Without text the button is disabled, and the focus would be lost.
    written.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mentioning.press(event) || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (text.trim()) send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="xs">
        <Textarea
          ref={written}
          aria-label={words.label}
          placeholder={isSignedIn ? words.placeholderPeople : words.placeholder}
          rows={2}
          value={text}
          {...mentioning.input}
          onChange={(event) => {
            setText(event.currentTarget.value);
            mentioning.look();
          }}
          onKeyDown={press}
        />
        {mentioning.asked && written.current && (
          <Suspense>
            <PeopleList
              id={mentioning.id}
              label={words.people}
              target={written.current}
              itemId={item.id}
              typed={mentioning.asked.typed}
              active={mentioning.active}
              listed={mentioning.listed}
              choose={mentioning.choose}
            />
          </Suspense>
        )}
        <Group gap="xs">
          {!isSignedIn && (
            <TextInput
              flex={1}
              miw={110}
              aria-label={words.author}
              placeholder={words.author}
              value={author}
              onChange={(event) => authorStore.set(event.currentTarget.value)}
            />
          )}
          <fieldset className="stars" aria-label={words.stars}>
            {[1, 2, 3, 4, 5].map((count) => (
              <ActionIcon
                variant="transparent"
                color="warn"
                size="sm"
                key={count}
                aria-label={words.rating(count)}
                aria-pressed={stars === count}
                onClick={() => setStars(stars === count ? 0 : count)}
              >
                {count <= stars ? <IconStarFilled size={16} /> : <IconStar size={16} />}
              </ActionIcon>
            ))}
          </fieldset>
          <Button type="submit" ml="auto" disabled={!text.trim()}>
            {words.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What is typed behind an @ lists people: the arrow keys choose, Enter or Tab takes one, Escape closes the list. */
function useMentioning(
  written: React.RefObject<HTMLTextAreaElement | null>,
  text: string,
  setText: (text: string) => void,
  enabled: boolean,
) {
  const id = useId();
  const [asked, setAsked] = useState<{ from: number; typed: string }>();
  const [people, setPeople] = useState<readonly MentionedPerson[]>([]);
  const [at, setAt] = useState(0);
  const isOpen = asked !== undefined && people.length > 0;
  const active = isOpen ? people[Math.min(at, people.length - 1)] : undefined;
  const close = () => setAsked(undefined);
  const look = () => {
    const input = written.current;
    setAt(0);
    setAsked(enabled && input ? typedMention(input.value, input.selectionStart) : undefined);
  };
  const choose = ({ name }: MentionedPerson) => {
    const input = written.current;
    if (!input || !asked) return;
    const next = withMention(text, asked.from, input.selectionStart, name);
    close();
    // Drawn at once, which puts the caret at the end: what is typed next must find it behind the name.
    flushSync(() => setText(next.text));
    input.setSelectionRange(next.caret, next.caret);
  };
  const press = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const takes = event.key === "Enter" || event.key === "Tab";
    if (by === undefined && !takes && event.key !== "Escape") return false;
    event.preventDefault();
    event.stopPropagation();
    if (by !== undefined) setAt((people.indexOf(active as MentionedPerson) + by + people.length) % people.length);
    else if (takes && active) choose(active);
    else close();
    return true;
  };
  return {
    id,
    asked,
    active,
    look,
    choose,
    press,
    listed: setPeople,
    input: {
      onBlur: close,
      onSelect: look,
      ...(enabled && {
        "aria-autocomplete": "list" as const,
        "aria-controls": isOpen ? id : undefined,
        "aria-activedescendant": active ? `${id}-active` : undefined,
      }),
    },
  };
}
