import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { useText } from "../platform/i18n/i18n.ts";
import { projectsQuery } from "./projects-query.ts";

/** Names the tab and its entries in the browser's history. */
export function PageTitle({ of }: { of: string | undefined }) {
  const t = useText();
  const { projectId } = useParams({ strict: false });
  const { data: projects } = useQuery(projectsQuery);
  const project = projects?.find((one) => one.id === projectId)?.displayName;
  const title = [of, project, t.app.name].filter(Boolean).join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
