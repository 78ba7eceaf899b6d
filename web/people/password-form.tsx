import { useState } from "react";
import { AccessField } from "../access/access-field.tsx";
import { AccessForm } from "../access/access-form.tsx";
import { askForPasskey } from "../access/browser-passkeys.ts";
import { api } from "../platform/api.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { toast } from "../platform/toasts.ts";

/** Changes the password, or sets the first one of a person who signs in with a passkey. */
export function PasswordForm({ isFirst }: { isFirst: boolean }) {
  const { access, people: words } = useLater();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const send = async () => {
    try {
      const proof = isFirst ? { passkey: await askForPasskey() } : { current };
      await api.changePassword({ body: { ...proof, next } });
    } catch (error) {
      // They closed the dialog of the browser.
      if (error instanceof DOMException) return;
      throw error;
    }
    setCurrent("");
    setNext("");
    toast(words.passwordChanged);
  };
  return (
    <AccessForm submit={words.changePassword} ready={(isFirst || current !== "") && next !== ""} send={send}>
      {!isFirst && (
        <AccessField
          pointer="/current"
          words={{ sign_in_failed: access.wrongPassword }}
          label={access.currentPassword}
          type="password"
          autoComplete="current-password"
          value={current}
          set={setCurrent}
        />
      )}
      <AccessField
        pointer="/next"
        words={{ weak_password: words.weakPassword }}
        label={words.newPassword}
        type="password"
        autoComplete="new-password"
        value={next}
        set={setNext}
      />
    </AccessForm>
  );
}
