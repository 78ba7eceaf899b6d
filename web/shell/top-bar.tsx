import { ActionIcon, Box, Button, Kbd, Text, VisuallyHidden } from "@mantine/core";
import {
  IconArrowBackUp,
  IconChevronDown,
  IconHistory,
  IconLanguage,
  IconListTree,
  IconMessage,
  IconSearch,
  IconSettings,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { memo, type ReactNode } from "react";
import { useSession } from "../access/session.ts";
import { useRights } from "../access/use-rights.ts";
import { keysOf } from "../actions/key-names.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { later } from "../platform/later.tsx";
import { person } from "../platform/person.ts";
import { floatingId } from "../platform/theme.ts";
import { projectsQuery } from "../projects/projects-query.ts";
import { useSaveSummary } from "../saving/use-field.ts";
import { Part } from "../widgets/boundary.tsx";
import { ButtonLink } from "../widgets/links.tsx";
import { opensLater } from "../widgets/opens-later.tsx";
import { showPalette } from "./every-action.ts";
import { SaveStatus } from "./save-status.tsx";
import { Tips } from "./tips.tsx";

const Bell = later(() => import("../comments/bell.tsx"));
const ViewOnly = later(() => import("../access/view-only.tsx"));
const ProjectMenu = opensLater("menu", () => import("../projects/project-menu.tsx"));
const DonePanel = opensLater("dialog", () => import("../undo/done-panel.tsx"));
const SettingsMenu = opensLater("menu", () => import("./settings-menu.tsx"));

/** The context of the commands changes with everything that is chosen, and most of the bar does not. */
export const TopBar = memo(function TopBar({ projectId }: { projectId: string | undefined }) {
  const t = useText();
  return (
    <header className="top-bar">
      <Link to="/" className="logo" aria-label={t.app.home}>
        <img src="/assets/icon.svg" alt="" width={24} height={24} />
      </Link>
      {projectId ? <ProjectNavigation projectId={projectId} /> : <Text fw={600}>{t.app.name}</Text>}
      <Box flex={1} />
      {projectId ? <Doing projectId={projectId} /> : <SaveStatus />}
      <Button size="xs" variant="default" fw={400} px={10} onClick={() => showPalette()}>
        <IconSearch size={15} aria-hidden />
        <Text span inherit visibleFrom="lg" ml="xs">
          {t.palette.open}
        </Text>
        <VisuallyHidden hiddenFrom="lg">{t.palette.open}</VisuallyHidden>
        <Kbd size="xs" visibleFrom="sm" ml="xs">
          {keysOf("mod+k").join(" ")}
        </Kbd>
      </Button>
      <Told />
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
});

/**
 * Only people are mentioned: not programs, and nobody where nobody signs in. The place of the bell is kept until it is
 * there: otherwise the buttons beside it would move away from under a click.
 */
function Told() {
  const { data: session } = useSession();
  const place = <Box w={32} flex="none" />;
  if (!session) return person() !== "" && place;
  return (
    session.who?.kind === "user" && (
      <Part place="menu" wait={place}>
        <Bell />
      </Part>
    )
  );
}

/** What the person does, and how it is saved. Where they may change nothing, one line says so. */
function Doing({ projectId }: { projectId: string }) {
  const { data: session } = useSession();
  const { writes } = useRights(projectId);
  const { unsaved } = useSaveSummary();
  return (
    <>
      {writes || unsaved > 0 || !session ? (
        <SaveStatus />
      ) : (
        <Part place="line">
          <ViewOnly />
        </Part>
      )}
      {writes && <DoneButton projectId={projectId} />}
    </>
  );
}

function DoneButton({ projectId }: { projectId: string }) {
  const t = useText();
  return (
    <DonePanel
      projectId={projectId}
      button={
        <ActionIcon
          data-opens="done"
          aria-label={t.undo.title}
          data-tip={`${t.undo.title} · ${t.undo.undo}: ${keysOf("mod+z").join(" ")}`}
          size={32}
        >
          <IconArrowBackUp size={18} />
        </ActionIcon>
      }
    />
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
          <Button
            className="project-button"
            size="xs"
            variant="subtle"
            color="gray"
            fz="md"
            px={8}
            rightSection={<IconChevronDown size={14} />}
          >
            <Text span inherit truncate maw={{ base: 80, sm: 300 }}>
              {current?.displayName ?? projectId}
            </Text>
          </Button>
        }
      />
      <Section
        to="/projects/$projectId"
        icon={<IconListTree size={18} />}
        label={t.sections.catalog}
        projectId={projectId}
      />
      <Section
        to="/projects/$projectId/translations"
        icon={<IconLanguage size={18} />}
        label={t.sections.translations}
        projectId={projectId}
      />
      <Section
        to="/projects/$projectId/comments"
        icon={<IconMessage size={18} />}
        label={t.sections.comments}
        projectId={projectId}
        visibleFrom="sm"
      />
      <Section
        to="/projects/$projectId/history"
        icon={<IconHistory size={18} />}
        label={t.sections.history}
        projectId={projectId}
      />
    </nav>
  );
}

type SectionProps = {
  to: `/projects/$projectId${"" | "/translations" | "/comments" | "/history"}`;
  projectId: string;
  icon: ReactNode;
  label: string;
  visibleFrom?: "sm";
};

/** A link to one of the screens of a project: its name, on a phone its icon. */
function Section({ to, projectId, icon, label, ...rest }: SectionProps) {
  return (
    <ButtonLink
      size="xs"
      variant="subtle"
      color="gray"
      c="dimmed"
      px={{ base: 5, sm: 11 }}
      flex="none"
      aria-label={label}
      to={to}
      params={{ projectId }}
      search={{}}
      activeOptions={{ exact: true, includeSearch: false }}
      activeProps={{ variant: "light", c: "bright" }}
      {...rest}
    >
      <Text span inherit visibleFrom="sm">
        {label}
      </Text>
      <Box component="span" hiddenFrom="sm">
        {icon}
      </Box>
    </ButtonLink>
  );
}
