import { Alert, Text } from "@mantine/core";
import type { MadeLink } from "../../contract/access-links.ts";
import { useDates } from "../platform/dates.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { Copyable } from "../widgets/copyable.tsx";

/** A link that was just made, for as long as it can be copied, and whether it was sent by mail. */
export function LinkNotice({ link, name }: { link: MadeLink; name: string }) {
  const { people: words } = useLater();
  const { moment } = useDates();
  const { mail } = link;
  return (
    <Alert className="secret" color={mail?.sent === false ? "warn" : "good"} role="status" my="md">
      <Text size="sm">{words.linkMade(link.kind, name, moment(link.expiresAt))}</Text>
      <Copyable text={link.url ?? location.origin + link.path} />
      {mail && (
        <Text size="sm" mt="xs" className="breaks">
          {mail.sent ? words.mailSent(mail.address) : words.mailFailed(mail.address, mail.reason ?? "")}
        </Text>
      )}
    </Alert>
  );
}
