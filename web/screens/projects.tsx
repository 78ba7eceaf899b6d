import { ActionIcon, Badge, Button, Container, Group, SimpleGrid, Text, ThemeIcon, Title } from "@mantine/core";
import { IconPencil, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Project } from "../../contract/projects.ts";
import { managesService, useSession } from "../access/session.ts";
import { pictureUrl } from "../pictures/picture-url.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { later } from "../platform/later.tsx";
import { PageTitle } from "../projects/page-title.tsx";
import { projectsQuery } from "../projects/projects-query.ts";
import { Part } from "../widgets/boundary.tsx";
import { EmptyPlace } from "../widgets/empty-place.tsx";
import { CardLink } from "../widgets/links.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import { LoadFailed } from "../widgets/states.tsx";

const ProjectDialog = later(() => import("../projects/project-dialog.tsx"));

export function Projects() {
  const t = useText();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(projectsQuery);
  const { data: session } = useSession();
  const manages = managesService(session);
  /** The project whose settings are open; null for a new one. */
  const [open, setOpen] = useState<Project | null>();
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen(null)}>
      {t.projects.add}
    </Button>
  );
  return (
    <div className="page-scroll">
      <PageTitle of={t.projects.title} />
      <Container size={860} py={{ base: "xl", sm: 64 }}>
        <Group justify="space-between" align="flex-start" mb="xl">
          <div>
            <Title>{t.projects.title}</Title>
            <Text c="dimmed">{t.projects.subtitle}</Text>
          </div>
          {manages && data && data.length > 0 && add}
        </Group>
        {error && !data ? (
          <LoadFailed error={error} retry={() => void refetch()} />
        ) : data?.length === 0 ? (
          <EmptyPlace of="projects">{manages && add}</EmptyPlace>
        ) : data ? (
          <SimpleGrid minColWidth="260px" renderRoot={(list) => <ul {...list} />}>
            {inUseFirst(data).map((project) => (
              <ProjectCard key={project.id} project={project} {...(manages && { edit: () => setOpen(project) })} />
            ))}
          </SimpleGrid>
        ) : (
          <Skeleton shape="cards" count={3} />
        )}
      </Container>
      {open !== undefined && (
        <Part place="dialog" close={() => setOpen(undefined)}>
          <ProjectDialog
            key={open?.id ?? ""}
            project={open ?? undefined}
            close={() => setOpen(undefined)}
            created={(projectId) => void navigate({ to: "/projects/$projectId", params: { projectId } })}
          />
        </Part>
      )}
    </div>
  );
}

const inUseFirst = (projects: readonly Project[]) => projects.toSorted((a, b) => Number(b.active) - Number(a.active));

function ProjectCard({ project, edit }: { project: Project; edit?(): void }) {
  const t = useText();
  return (
    <li className="project-line">
      <CardLink
        className="project-card"
        c="inherit"
        td="none"
        withBorder
        radius="lg"
        p="md"
        to="/projects/$projectId"
        params={{ projectId: project.id }}
      >
        <Group gap="sm" wrap="nowrap">
          <ThemeIcon className="project-logo" size={48} radius="lg" color={colorOf(project.id)} fz="xl" aria-hidden>
            {project.logoUrl ? (
              <img src={pictureUrl(project.logoUrl, 128)} alt="" />
            ) : (
              project.displayName.slice(0, 1).toUpperCase()
            )}
          </ThemeIcon>
          <div>
            <Text size="lg" fw={600} lts="-0.01em">
              {project.displayName}
            </Text>
            <Text size="sm" c="dimmed">
              {project.id}
            </Text>
          </div>
          {!project.active && <Badge ml="auto">{t.projects.inactive}</Badge>}
        </Group>
      </CardLink>
      {edit && (
        <ActionIcon
          className="project-edit"
          data-tip={t.common.edit}
          aria-label={`${t.common.edit}: ${project.displayName}`}
          onClick={edit}
        >
          <IconPencil size={17} />
        </ActionIcon>
      )}
    </li>
  );
}

const colors = ["#4f5bea", "#0b7285", "#a61e4d", "#2b6e3f", "#9c4a0b", "#6741b9"];

/** A project always has the same colour. */
const colorOf = (id: string) =>
  colors.at([...id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % colors.length) ?? "gray";
