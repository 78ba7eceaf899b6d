import { Container, Text, Title } from "@mantine/core";
import { grantsText } from "../access/grants-text.ts";
import { PasswordForm } from "../access/password-form.tsx";
import { SecondStep } from "../access/second-step.tsx";
import { useSession } from "../access/session.ts";
import { Sessions } from "../access/sessions.tsx";
import { PageTitle } from "../components/page-title.tsx";
import { Lines, LoadFailed, NotFound } from "../components/states.tsx";
import { useText } from "../i18n/i18n.ts";
import { useLater } from "../i18n/later-words.ts";

/** The person's own account: their rights, how they sign in, and their sessions. */
export function Account() {
  const t = useText();
  const { access } = useLater();
  const { data: session, error, refetch } = useSession();
  if (!session)
    return error ? <LoadFailed error={error} retry={() => void refetch()} /> : <Lines count={6} height={52} />;
  if (session.who?.kind !== "user") return <NotFound />;
  return (
    <div className="page-scroll">
      <PageTitle of={t.access.account} />
      <Container size={780} className="page">
        <Title>{session.who.displayName || session.who.name}</Title>
        <Text c="dimmed">{grantsText({ access }, session.grants)}</Text>
        <Title order={2} mt={40}>
          {access.password}
        </Title>
        <PasswordForm />
        <Title order={2} mt={40}>
          {access.secondStep}
        </Title>
        <SecondStep on={session.who.secondStep} />
        <Title order={2} mt={40}>
          {access.sessions}
        </Title>
        <Text c="dimmed">{access.sessionsHint}</Text>
        <Sessions />
      </Container>
    </div>
  );
}
