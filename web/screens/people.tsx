import { Container, SegmentedControl, Title } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { isAdmin, useSession } from "../access/session.ts";
import type { PeopleSearch } from "../catalog/addresses.ts";
import { AuditLog } from "../people/audit-log.tsx";
import { Keys } from "../people/keys.tsx";
import { Users } from "../people/users.tsx";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { PageTitle } from "../projects/page-title.tsx";
import { NotFound } from "../widgets/states.tsx";

const route = getRouteApi("/people");

export function People() {
  const t = useText();
  const { people: words } = useLater();
  const navigate = useNavigate();
  const { show = "people" } = route.useSearch();
  const { data: session } = useSession();
  const choose = (next: "people" | NonNullable<PeopleSearch["show"]>) =>
    void navigate({ to: "/people", search: next === "people" ? {} : { show: next } });
  // While someone signs in again, the screen stays behind it.
  if (session?.who && !isAdmin(session)) return <NotFound />;
  return (
    <div className="page-scroll">
      <PageTitle of={t.access.people} />
      <Container size={780} className="page">
        <Title>{t.access.people}</Title>
        <div>
          <SegmentedControl
            my="md"
            aria-label={t.access.people}
            value={show}
            onChange={choose}
            data={(["people", "keys", "audit"] as const).map((value) => ({ value, label: words.tabs[value] }))}
          />
        </div>
        {show === "people" ? <Users /> : show === "keys" ? <Keys /> : <AuditLog />}
      </Container>
    </div>
  );
}
