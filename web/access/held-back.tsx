import { Text } from "@mantine/core";
import type { NodeKey } from "../catalog/tree.ts";
import { useText } from "../platform/i18n/i18n.ts";
import type { Rights } from "./rights.ts";

/**
 * Says why the fields of a record are plain text. Who may write nothing in the project is told so at the top of the page,
 * if there is room for words.
 */
export function HeldBack({ rights, at }: { rights: Rights; at: NodeKey }) {
  const t = useText();
  if (rights.edit(at)) return null;
  return (
    <Text size="sm" c="dimmed" px={{ base: "md", sm: "lg" }} pt="sm" {...(!rights.writes && { hiddenFrom: "sm" })}>
      {rights.translate(at) ? t.access.translateOnly : t.faults.forbidden}
    </Text>
  );
}
