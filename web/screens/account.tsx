import { Container, Text, Title } from "@mantine/core";
import { useAccount } from "../access/access-data.ts";
import { useSession } from "../access/session.ts";
import { EmailForm } from "../people/email-form.tsx";
import { grantsText } from "../people/grants-text.ts";
import { Passkeys } from "../people/passkeys.tsx";
import { PasswordForm } from "../people/password-form.tsx";
import { SecondStep } from "../people/second-step.tsx";
import { Sessions } from "../people/sessions.tsx";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { PageTitle } from "../projects/page-title.tsx";
import { ScreenSkeleton } from "../widgets/skeleton.tsx";
import { LoadFailed, NotFound } from "../widgets/states.tsx";

/** The person's own account: their rights, how they sign in, and their sessions. */
export function Account() {
  const t = useText();
  const { access, people: words } = useLater();
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
          {access.password}
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
