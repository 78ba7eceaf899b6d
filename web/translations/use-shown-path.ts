import { useMemo } from "react";
import { defaultLanguage } from "../../contract/languages.ts";
import type { Path } from "../items/listed-items.ts";
import { useStore } from "../store.ts";
import { nodeById } from "../tree/tree.ts";
import { useTree } from "../tree/tree-data.ts";
import { catalogLanguage, shownName } from "./catalog-language.ts";

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
