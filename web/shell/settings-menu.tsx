import { type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { IconKeyboard, IconLogout, IconMap2, IconUserCircle, IconUsers } from "@tabler/icons-react";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type InterfaceLanguage, interfaceLanguageCodes } from "../../contract/constants.ts";
import { isAdmin, signOut, useSession } from "../access/session.ts";
import { interfaceLanguages, languageStore, useText } from "../platform/i18n/i18n.ts";
import { speak } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { Anchor, type Opening } from "../widgets/anchor.tsx";
import { showShortcuts } from "./every-action.ts";
import { mayTour, startTour } from "./tour/tour-offer.ts";

/** Appearance and language of the editor, and the person's own account. */
export default function SettingsMenu({ opening }: { opening: Opening }) {
  const t = useText();
  const language = useStore(languageStore);
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
  const { data: session } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu
      position="bottom-end"
      width={210}
      closeOnItemClick={false}
      opened={opening.opened}
      onChange={opening.setOpened}
    >
      <Menu.Target>
        <Anchor of={opening} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.theme.label}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
          {(["light", "dark", "auto"] as const).map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t.theme[scheme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t.app.language}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(code) => void speak(code as InterfaceLanguage)}>
          {interfaceLanguageCodes.map((code) => (
            <Menu.RadioItem key={code} value={code}>
              {interfaceLanguages[code].name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} />} closeMenuOnClick onClick={() => showShortcuts()}>
          {t.shortcuts.title}
        </Menu.Item>
        {mayTour(projectId) && (
          <Menu.Item leftSection={<IconMap2 size={16} />} closeMenuOnClick onClick={startTour}>
            {t.actions.showTour}
          </Menu.Item>
        )}
        {session?.access === "required" && (
          <>
            <Menu.Divider />
            {isAdmin(session) && (
              <Menu.Item
                leftSection={<IconUsers size={16} />}
                closeMenuOnClick
                onClick={() => void navigate({ to: "/people", search: {} })}
              >
                {t.access.people}
              </Menu.Item>
            )}
            {session.who?.kind === "user" && (
              <Menu.Item
                leftSection={<IconUserCircle size={16} />}
                closeMenuOnClick
                onClick={() => void navigate({ to: "/account" })}
              >
                {t.access.account}
              </Menu.Item>
            )}
            {session.who && (
              <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
                {t.access.signOut}
              </Menu.Item>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
