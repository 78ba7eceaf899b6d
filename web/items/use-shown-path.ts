import { useMemo } from "react";
import { defaultLanguage } from "../../contract/languages.ts";
import { catalogLanguage, shownName } from "../catalog/catalog-language.ts";
import { nodeById } from "../catalog/tree.ts";
import { useTree } from "../catalog/tree-data.ts";
import { useStore } from "../platform/store.ts";
import type { Path } from "./listed-items.ts";

/** The way to items, which the service names in the original, in the language of the catalog. The same path for the same one. */
export function useShownPath(projectId: string): (path: Path | undefined) => Path | undefined {
  const language = useStore(catalogLanguage);
  const { data: tree } = useTree(projectId);
  return useMemo(() => {
    if (!tree || language === defaultLanguage) return (path) => path;
    const made = new WeakMap<Path, Path>();
    return (path) => {
      if (!path) return undefined;
      const known = made.get(path);
      if (known) return known;
      const shown = path.map(({ id, name }) => {
        const node = nodeById(tree, id);
        return { id, name: node ? shownName(node, language) : name };
      });
      made.set(path, shown);
      return shown;
    };
  }, [tree, language]);
}
