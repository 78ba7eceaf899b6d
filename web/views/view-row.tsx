import { type Icon, IconBookmark, IconUsers } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { limits } from "../../contract/limits.ts";
import type { View } from "../../contract/views.ts";
import type { Rights } from "../access/rights.ts";
import type { WorkspaceSearch } from "../catalog/addresses.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { Glyph } from "../widgets/glyph.tsx";
import { isMenuKey } from "../widgets/menus.ts";
import { opensLater } from "../widgets/opens-later.tsx";
import { updateView } from "./views-data.ts";

const ViewMenu = opensLater("menu", () => import("./view-menu.tsx"));

type LinkProps = {
  projectId: string;
  search: WorkspaceSearch;
  /** It is what the list shows. */
  current: boolean;
  icon: Icon;
  name: string;
  tip: string | undefined;
  children?: ReactNode;
};

export const ViewLink = ({ projectId, search, current, icon: ViewIcon, name, tip, children }: LinkProps) => (
  <Link
    className="view-link"
    to="/projects/$projectId"
    params={{ projectId }}
    search={search}
    // What else the address has, such as an open item, is no other view: the caller knows what is open.
    activeOptions={{ exact: true }}
    aria-current={current ? "page" : undefined}
    aria-description={tip}
    data-tip={tip}
  >
    <ViewIcon size={16} stroke={1.75} aria-hidden />
    <span className="tree-name">{name}</span>
    {children}
  </Link>
);

type RowProps = { projectId: string; view: View; address: WorkspaceSearch; current: boolean; rights: Rights };

export function SavedViewRow({ projectId, view, address, current, rights }: RowProps) {
  const t = useText();
  const row = useRef<HTMLLIElement>(null);
  const [renaming, setRenaming] = useState(false);
  const rename = (name: string) => {
    setRenaming(false);
    // When the link is there again.
    requestAnimationFrame(() => row.current?.querySelector("a")?.focus());
    if (name && name !== view.name) void updateView(projectId, view.id, { name });
  };
  const openMenu = (event: { preventDefault(): void }) => {
    event.preventDefault();
    row.current?.querySelector<HTMLElement>(".tree-more")?.click();
  };
  if (renaming)
    return (
      <li className="view-row" ref={row}>
        <RenameInput view={view} done={rename} />
      </li>
    );
  return (
    <li
      className="view-row"
      ref={row}
      onKeyDown={(event) => isMenuKey(event) && openMenu(event)}
      onContextMenu={openMenu}
    >
      <ViewLink
        projectId={projectId}
        search={address}
        current={current}
        icon={view.own ? IconBookmark : IconUsers}
        name={view.name}
        tip={view.own ? undefined : t.views.sharedBy(view.owner)}
      >
        {view.own && view.shared && <IconUsers size={14} role="img" aria-label={t.views.isShared} />}
      </ViewLink>
      <ViewMenu
        projectId={projectId}
        view={view}
        rights={rights}
        rename={() => setRenaming(true)}
        button={
          <button type="button" className="tree-more" aria-label={t.tree.actionsOf(view.name)}>
            <Glyph name="dots" size={15} />
          </button>
        }
      />
    </li>
  );
}

function RenameInput({ view, done }: { view: View; done(name: string): void }) {
  const t = useText();
  const [name, setName] = useState(view.name);
  const over = useRef(false);
  const end = (given: string) => {
    if (over.current) return;
    over.current = true;
    done(given.trim());
  };
  return (
    <input
      className="tree-input"
      dir="auto"
      aria-label={t.tree.renameLabel(view.name)}
      maxLength={limits.viewNameLength}
      value={name}
      ref={(input) => {
        if (input && document.activeElement !== input) {
          input.focus();
          input.select();
        }
      }}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={() => end(name)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") end(name);
        if (event.key === "Escape") end("");
      }}
    />
  );
}
