import { Group, Text, VisuallyHidden } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useLater } from "../platform/i18n/later-words.ts";

/** The one line that tells a person that they may change nothing in the project. */
export default function ViewOnly() {
  const { title, hint } = useLater().viewOnly;
  return (
    <Group className="view-only" gap={6} px={6} fz="sm" c="dimmed" wrap="nowrap" data-tip={hint}>
      <IconEye size={16} aria-hidden />
      <Text span inherit visibleFrom="sm">
        {title}
      </Text>
      <VisuallyHidden hiddenFrom="sm">{title}</VisuallyHidden>
    </Group>
  );
}
