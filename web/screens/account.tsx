import { Container, Text, Title } from "@mantine/core";
import { useAccount } from "../access/access-data.ts";
import { EmailForm } from "../access/email-form.tsx";
import { grantsText } from "../access/grants-text.ts";
import { Passkeys } from "../access/passkeys.tsx";
import { PasswordForm } from "../access/password-form.tsx";
import { SecondStep } from "../access/second-step.tsx";
import { useSession } from "../access/session.ts";
import { Sessions } from "../access/sessions.tsx";
import { PageTitle } from "../components/page-title.tsx";
import { ScreenSkeleton } from "../components/skeleton.tsx";
import { LoadFailed, NotFound } from "../components/states.tsx";
import { useText } from "../i18n/i18n.ts";
import { useLater } from "../i18n/later-words.ts";

/** The person's own account: their rights, how they sign in, and their sessions. */
export function Account() {
  const t = useText();
  const { access: words } = useLater();
  const { data: session, error, refetch } = useSession();
  const { data: account } = useAccount();
  if (!session) return error ? <LoadFailed error={error} retry={() => void refetch()} /> : <ScreenSkeleton />;
  if (session.who?.kind !== "user") return <NotFound />;
  return (
    <div className="page-scroll">
      <PageTitle of={t.access.account} />
      <Container size={780} className="page">
        <Title>{session.who.displayName || session.who.name}</Title>
        <Text c="dimmed">{grantsText(words, session.grants)}</Text>
        <Title order={2} mt={40}>
          {words.password}
        </Title>
        <PasswordForm isFirst={account?.password === false} />
        {account?.password && session.signIn.mail && (
          <>
            <Title order={2} mt={40}>
              {words.email}
            </Title>
            <EmailForm email={account.email} />
          </>
        )}
        {account && (account.password || account.passkeys.length > 0) && (
          <>
            <Title order={2} mt={40}>
              {words.passkeys}
            </Title>
            <Passkeys passkeys={account.passkeys} password={account.password} secondStep={session.who.secondStep} />
          </>
        )}
        {account?.password !== false && (
          <>
            <Title order={2} mt={40}>
              {words.secondStep}
            </Title>
            <SecondStep on={session.who.secondStep} />
          </>
        )}
        <Title order={2} mt={40}>
          {words.sessions}
        </Title>
        <Text c="dimmed">{words.sessionsHint}</Text>
        <Sessions />
      </Container>
    </div>
  );
}
