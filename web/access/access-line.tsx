import { Badge, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ListLine } from "../widgets/list-line.tsx";

type Props = { icon: ReactNode; name: string; marks?: string[]; detail: string; children?: ReactNode };

/** A person, a key or a session, and what can be done with it. */
export const AccessLine = ({ icon, name, marks = [], detail, children }: Props) => (
  <ListLine
    icon={icon}
    actions={
      children && (
        <Group gap={6} justify="flex-end" maw="50%">
          {children}
        </Group>
      )
    }
  >
    <Group gap="xs">
      <Text fw={500} className="breaks">
        {name}
      </Text>
      {marks.map((mark) => (
        <Badge key={mark}>{mark}</Badge>
      ))}
    </Group>
    <Text size="sm" c="dimmed">
      {detail}
    </Text>
  </ListLine>
);
