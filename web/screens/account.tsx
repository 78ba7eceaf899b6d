import { grantsText } from "../access/grants-text.ts";
import { PasswordForm } from "../access/password-form.tsx";
import { SecondStep } from "../access/second-step.tsx";
import { useSession } from "../access/session.ts";
import { Sessions } from "../access/sessions.tsx";
import { PageTitle } from "../components/page-title.tsx";
import { Lines, NotFound } from "../components/states.tsx";
import { useText } from "../i18n/i18n.ts";

/** The person's own account: their rights, how they sign in, and their sessions. */
export function Account() {
  const t = useText();
  const { data: session } = useSession();
  if (!session) return <Lines count={6} height={52} />;
  if (session.who?.kind !== "user") return <NotFound />;
  return (
    <div className="page-scroll">
      <PageTitle of={t.access.account} />
      <div className="page">
        <h1>{session.who.displayName || session.who.name}</h1>
        <p className="lead">{grantsText(t, session.grants)}</p>
        <h2 className="page-part">{t.access.password}</h2>
        <PasswordForm />
        <h2 className="page-part">{t.access.secondStep}</h2>
        <SecondStep on={session.who.secondStep} />
        <h2 className="page-part">{t.access.sessions}</h2>
        <p className="lead">{t.access.sessionsHint}</p>
        <Sessions />
      </div>
    </div>
  );
}
