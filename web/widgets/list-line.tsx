import { Box, Group, ThemeIcon } from "@mantine/core";
import type { ReactNode } from "react";

type Props = { icon: ReactNode; color?: "gray" | "good" | "warn" | "red"; actions?: ReactNode; children: ReactNode };

/** A line in a list of changes, people, keys or sessions, with its actions. */
export const ListLine = ({ icon, color = "gray", actions, children }: Props) => (
  <li className="list-line">
    <Group align="flex-start" gap="sm" py="sm" wrap="nowrap">
      <ThemeIcon variant="light" color={color} size={28} aria-hidden>
        {icon}
      </ThemeIcon>
      <Box flex={1} miw={0}>
        {children}
      </Box>
      {actions}
    </Group>
  </li>
);
