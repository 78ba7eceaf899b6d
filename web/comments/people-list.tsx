import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { MentionedPerson } from "../../contract/comments.ts";
import { api, keys } from "../platform/api.ts";
import { type Suggesting, SuggestionList } from "../widgets/suggestion-list.tsx";

type Props = Suggesting<MentionedPerson> & { itemId: string; typed: string };

const nobody: readonly MentionedPerson[] = [];

const shown = ({ id, name, displayName }: MentionedPerson) => ({
  key: id,
  label: `@${name}`,
  description: displayName === name ? undefined : displayName,
});

/** Those who see the item and whose names begin with what was typed. */
export default function PeopleList({ itemId, typed, ...rest }: Props): ReactNode {
  const { data: people = nobody } = useQuery({
    queryKey: [...keys.comments, "people", itemId, typed.toLowerCase()],
    queryFn: async ({ signal }) =>
      (await api.listPeople({ params: { itemId }, query: { search: typed }, signal })).data,
    placeholderData: keepPreviousData,
  });
  return <SuggestionList {...rest} suggestions={people} shown={shown} least={200} />;
}
