import { Button, Group, Progress, Stack } from "@mantine/core";
import { useText } from "../platform/i18n/i18n.ts";

export type Upload = { id: number; name: string; share: number; error?: string };

/** How far an upload is, or why it failed. */
export default function UploadState({ upload: { name, share, error }, close }: { upload: Upload; close(): void }) {
  const t = useText();
  return (
    <Stack gap={4} fz="xs">
      <span>{error ? t.pictures.failed(name) : t.pictures.uploading(name)}</span>
      {error ? (
        <Group gap="xs" c="red" role="alert">
          {error}
          <Button size="compact-xs" variant="subtle" color="gray" onClick={close}>
            {t.common.close}
          </Button>
        </Group>
      ) : (
        <Progress value={share * 100} aria-label={t.pictures.uploading(name)} size="sm" />
      )}
    </Stack>
  );
}
