import type { Page } from "playwright-core";

/** A device in the browser that has passkeys, and whose owner always gives their finger. */
export async function virtualDevice(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await devTools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}
