import { Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Anchor, type Opening } from "./anchor.tsx";
import { projectsQuery } from "./projects-query.ts";

/** The other projects. */
export default function ProjectMenu({ opening, projectId }: { opening: Opening; projectId: string }) {
  const navigate = useNavigate();
  const { data: projects } = useQuery(projectsQuery);
  return (
    <Menu position="bottom-start" opened={opening.opened} onChange={opening.setOpened}>
      <Menu.Target>
        <Anchor of={opening} />
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
  );
}
