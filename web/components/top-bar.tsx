import { ActionIcon, Kbd } from "@mantine/core";
import {
  IconChevronDown,
  IconHistory,
  IconLanguage,
  IconListTree,
  IconSearch,
  IconSettings,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ActionContext, keysOf } from "../actions/action.ts";
import { openDialog } from "../dialogs.ts";
import { useText } from "../i18n/i18n.ts";
import { floatingId } from "../theme.ts";
import { opensLater } from "./opens-later.tsx";
import { projectsQuery } from "./projects-query.ts";
import { SaveStatus } from "./save-status.tsx";
import { Tips } from "./tips.tsx";

const ProjectMenu = opensLater("menu", () => import("./project-menu.tsx"));
const SettingsMenu = opensLater("menu", () => import("./settings-menu.tsx"));

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
      <SettingsMenu
        button={
          <ActionIcon aria-label={t.app.menu} size={32}>
            <IconSettings size={18} />
          </ActionIcon>
        }
      />
      <div id={floatingId} className="floating" />
      <Tips />
    </header>
  );
}

function ProjectNavigation({ projectId }: { projectId: string }) {
  const t = useText();
  const { data: projects } = useQuery(projectsQuery);
  const current = projects?.find((project) => project.id === projectId);
  return (
    <nav className="project-nav" aria-label={t.projects.title}>
      <ProjectMenu
        projectId={projectId}
        button={
          <button type="button" className="project-button">
            <span>{current?.displayName ?? projectId}</span>
            <IconChevronDown size={14} aria-hidden />
          </button>
        }
      />
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
