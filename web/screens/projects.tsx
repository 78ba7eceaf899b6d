import { Skeleton } from "@mantine/core";
import { IconBuildingStore } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Project } from "../../contract/projects.ts";
import { pictureUrl } from "../api.ts";
import { PageTitle } from "../components/page-title.tsx";
import { projectsQuery } from "../components/projects-query.ts";
import { Empty, LoadFailed } from "../components/states.tsx";
import { useText } from "../i18n/i18n.ts";

export function Projects() {
  const t = useText();
  const { data, error, refetch } = useQuery(projectsQuery);
  return (
    <div className="projects">
      <PageTitle of={t.projects.title} />
      <h1>{t.projects.title}</h1>
      <p className="lead">{t.projects.subtitle}</p>
      {error && !data ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <Empty icon={<IconBuildingStore />} title={t.projects.empty} hint={t.projects.emptyHint} />
      ) : (
        <ul className="project-cards">
          {data
            ? data.map((project) => <ProjectCard key={project.id} project={project} />)
            : [1, 2, 3].map((card) => <Skeleton component="li" key={card} height={88} radius="lg" />)}
        </ul>
      )}
    </div>
  );
}

function ProjectCard({ project }: { project: Project }) {
  const t = useText();
  return (
    <li>
      <Link className="project-card" to="/projects/$projectId" params={{ projectId: project.id }}>
        <span className="project-logo" data-letter={hue(project.id)} aria-hidden>
          {project.logoUrl ? (
            <img src={pictureUrl(project.logoUrl, 128)} alt="" />
          ) : (
            project.displayName.slice(0, 1).toUpperCase()
          )}
        </span>
        <span className="project-text">
          <span className="project-name">{project.displayName}</span>
          <span className="project-id">{project.id}</span>
        </span>
        {!project.active && <span className="chip">{t.projects.inactive}</span>}
      </Link>
    </li>
  );
}

/** One of six colours, the same for a project every time. */
const hue = (id: string) => [...id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6;
