import { ActionIcon, Kbd, type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import {
  IconChevronDown,
  IconHistory,
  IconKeyboard,
  IconLanguage,
  IconListTree,
  IconLogout,
  IconSearch,
  IconSettings,
  IconUserCircle,
  IconUsers,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { isAdmin, signOut, useSession } from "../access/session.ts";
import { type ActionContext, keysOf } from "../actions/action.ts";
import { openDialog } from "../dialogs.ts";
import { type InterfaceLanguage, interfaceLanguages, languageStore, speak, useText } from "../i18n/i18n.ts";
import { projectsQuery } from "../screens/projects.tsx";
import { useStore } from "../store.ts";
import { floatingId } from "../theme.ts";
import { SaveStatus } from "./save-status.tsx";

export function TopBar({ context }: { context: ActionContext }) {
  const t = useText();
  return (
    <header className="top-bar">
      <Link to="/" className="logo" aria-label={t.app.home}>
        <img src="/assets/icon.svg" alt="" width={24} height={24} />
      </Link>
      {context.projectId ? (
        <ProjectNavigation projectId={context.projectId} />
      ) : (
        <span className="app-name">{t.app.name}</span>
      )}
      <div className="top-gap" />
      <SaveStatus />
      <button type="button" className="palette-button" onClick={() => openDialog({ kind: "palette" })}>
        <IconSearch size={15} aria-hidden />
        <span className="palette-words">{t.palette.open}</span>
        <Kbd size="xs">{keysOf("mod+k").join(" ")}</Kbd>
      </button>
      <Settings />
      <div id={floatingId} className="floating" />
    </header>
  );
}

function ProjectNavigation({ projectId }: { projectId: string }) {
  const t = useText();
  const navigate = useNavigate();
  const { data: projects } = useQuery(projectsQuery);
  const current = projects?.find((project) => project.id === projectId);
  return (
    <nav className="project-nav" aria-label={t.projects.title}>
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className="project-button">
            <span>{current?.displayName ?? projectId}</span>
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {projects?.map((project) => (
            <Menu.Item
              key={project.id}
              fw={project.id === projectId ? 600 : 400}
              onClick={() => void navigate({ to: "/projects/$projectId", params: { projectId: project.id } })}
            >
              {project.displayName}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Link
        className="section"
        to="/projects/$projectId"
        params={{ projectId }}
        search={{}}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        <span className="section-icon" aria-hidden>
          <IconListTree size={18} />
        </span>
        <span className="section-words">{t.sections.catalog}</span>
      </Link>
      <Link className="section" to="/projects/$projectId/translations" params={{ projectId }} search={{}}>
        <span className="section-icon" aria-hidden>
          <IconLanguage size={18} />
        </span>
        <span className="section-words">{t.sections.translations}</span>
      </Link>
      <Link className="section" to="/projects/$projectId/history" params={{ projectId }} search={{}}>
        <span className="section-icon" aria-hidden>
          <IconHistory size={18} />
        </span>
        <span className="section-words">{t.sections.history}</span>
      </Link>
    </nav>
  );
}

function Settings() {
  const t = useText();
  const language = useStore(languageStore);
  const navigate = useNavigate();
  const { data: session } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={210} closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon aria-label={t.app.menu} size={32}>
          <IconSettings size={18} />
        </ActionIcon>
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
        <Menu.Label>{t.language}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(code) => void speak(code as InterfaceLanguage)}>
          {(["en", "ru"] as const).map((code) => (
            <Menu.RadioItem key={code} value={code}>
              {interfaceLanguages[code]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconKeyboard size={16} />}
          closeMenuOnClick
          onClick={() => openDialog({ kind: "shortcuts" })}
        >
          {t.shortcuts.title}
        </Menu.Item>
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
