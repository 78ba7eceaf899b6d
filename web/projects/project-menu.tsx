import { Menu } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useText } from "../platform/i18n/i18n.ts";
import { Anchor, type Opening } from "../widgets/anchor.tsx";
import { projectsQuery } from "./projects-query.ts";

/** The other projects; on a phone also the comments, for which the bar has no room. */
export default function ProjectMenu({ opening, projectId }: { opening: Opening; projectId: string }) {
  const t = useText();
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
        <Menu.Divider hiddenFrom="sm" />
        <Menu.Item
          hiddenFrom="sm"
          leftSection={<IconMessage size={16} />}
          onClick={() => void navigate({ to: "/projects/$projectId/comments", params: { projectId }, search: {} })}
        >
          {t.sections.comments}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
