import { Badge, Container, Group, SimpleGrid, Skeleton, Text, ThemeIcon, Title } from "@mantine/core";
import { IconBuildingStore } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Project } from "../../contract/projects.ts";
import { pictureUrl } from "../api.ts";
import { CardLink } from "../components/links.tsx";
import { PageTitle } from "../components/page-title.tsx";
import { projectsQuery } from "../components/projects-query.ts";
import { Empty, LoadFailed } from "../components/states.tsx";
import { useText } from "../i18n/i18n.ts";

export function Projects() {
  const t = useText();
  const { data, error, refetch } = useQuery(projectsQuery);
  return (
    <div className="page-scroll">
      <PageTitle of={t.projects.title} />
      <Container size={860} py={{ base: "xl", sm: 64 }}>
        <Title>{t.projects.title}</Title>
        <Text c="dimmed" mb="xl">
          {t.projects.subtitle}
        </Text>
        {error && !data ? (
          <LoadFailed error={error} retry={() => void refetch()} />
        ) : data?.length === 0 ? (
          <Empty icon={<IconBuildingStore />} title={t.projects.empty} hint={t.projects.emptyHint} />
        ) : (
          <SimpleGrid minColWidth="260px" renderRoot={(list) => <ul {...list} />}>
            {data
              ? data.map((project) => <ProjectCard key={project.id} project={project} />)
              : [1, 2, 3].map((card) => <Skeleton component="li" key={card} height={86} radius="lg" />)}
          </SimpleGrid>
        )}
      </Container>
    </div>
  );
}

function ProjectCard({ project }: { project: Project }) {
  const t = useText();
  return (
    <li>
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
            <Text size="lg" fw={600}>
              {project.displayName}
            </Text>
            <Text size="sm" c="dimmed">
              {project.id}
            </Text>
          </div>
          {!project.active && <Badge ml="auto">{t.projects.inactive}</Badge>}
        </Group>
      </CardLink>
    </li>
  );
}

const colors = ["#4f5bea", "#0b7285", "#a61e4d", "#2b6e3f", "#9c4a0b", "#6741b9"];

/** A project always has the same colour. */
const colorOf = (id: string) =>
  colors.at([...id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % colors.length) ?? "gray";
