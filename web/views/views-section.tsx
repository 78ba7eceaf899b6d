import { IconBookmarkPlus } from "@tabler/icons-react";
import { useSearch } from "@tanstack/react-router";
import { memo } from "react";
import type { View } from "../../contract/views.ts";
import { useRights } from "../access/use-rights.ts";
import type { Tree } from "../catalog/tree.ts";
import { useCounts } from "../items/filters/use-item-counts.ts";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { languageName } from "../platform/i18n/language-name.ts";
import { number } from "../platform/i18n/numbers.ts";
import { useStore } from "../platform/store.ts";
import { useContentLanguage } from "../translations/content-language.ts";
import { Glyph } from "../widgets/glyph.tsx";
import { addressOfReady, isReadyOpen, type ReadyView, readyViews } from "./ready-views.ts";
import { addressOfView } from "./view-address.ts";
import { SavedViewRow, ViewLink } from "./view-row.tsx";
import { useViews } from "./views-data.ts";
import { viewsOpen } from "./views-open.ts";

type Props = { projectId: string; tree: Tree };

/** The views in the side bar: the ready-made ones, the person's own, and those that others share. */
export const ViewsSection = memo(function ViewsSection(props: Props) {
  const t = useText();
  const open = useStore(viewsOpen);
  return (
    <nav className="views" aria-label={t.views.title}>
      <button type="button" className="views-head" aria-expanded={open} onClick={() => viewsOpen.set(!open)}>
        <span className="tree-twist" data-open={open || undefined}>
          <Glyph name="chevron" size={14} />
        </span>
        {t.views.title}
      </button>
      {open && <AllViews {...props} />}
    </nav>
  );
});

function AllViews({ projectId, tree }: Props) {
  const t = useText();
  const [contentLanguage] = useContentLanguage(projectId);
  const search = useSearch({ from: "/projects/$projectId" });
  const rights = useRights(projectId);
  const { data: views = [], isSuccess } = useViews(projectId);
  const saved = (label: string, some: View[]) =>
    some.length > 0 && (
      <ul aria-label={label}>
        {some.map((view) => (
          <SavedViewRow
            key={view.id}
            projectId={projectId}
            view={view}
            address={addressOfView(view, tree)}
            current={search.view === view.id}
            rights={rights}
          />
        ))}
      </ul>
    );
  return (
    <div className="views-scroll">
      <ul aria-label={t.views.ready}>
        {readyViews(contentLanguage).map((ready) => (
          <ReadyRow key={ready.id} projectId={projectId} ready={ready} current={isReadyOpen(ready, search)} />
        ))}
      </ul>
      {isSuccess && !views.some(({ own }) => own) && (
        <ul aria-label={t.views.own}>
          <li className="view-row">
            <ViewLink
              projectId={projectId}
              search={{ all: true }}
              current={false}
              icon={IconBookmarkPlus}
              name={t.views.noneOwn}
              tip={t.views.noneOwnHint}
            />
          </li>
        </ul>
      )}
      {saved(
        t.views.own,
        views.filter(({ own }) => own),
      )}
      {saved(
        t.views.shared,
        views.filter(({ own }) => !own),
      )}
    </div>
  );
}

function ReadyRow({ projectId, ready, current }: { projectId: string; ready: ReadyView; current: boolean }) {
  const t = useText();
  const language = useStore(languageStore);
  const count = useCounts({ projectId, within: undefined }, ready.filters)?.total;
  const { missing } = ready.filters;
  return (
    <li className="view-row">
      <ViewLink
        projectId={projectId}
        search={addressOfReady(ready)}
        current={current}
        icon={ready.icon}
        name={ready.label(t)}
        tip={missing && t.filters.missing(languageName(missing, language))}
      >
        {count !== undefined && <span className="tree-count">{number(count, language)}</span>}
      </ViewLink>
    </li>
  );
}
