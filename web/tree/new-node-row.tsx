import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { addressFor, freeAddress, isTaken } from "../catalog/propose-address.ts";
import type { NodeKey, Tree, TreeNode } from "../catalog/tree.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { Glyph } from "../widgets/glyph.tsx";
import { addNode } from "./add-node.ts";
import { indent } from "./tree-row.tsx";

type Props = {
  projectId: string;
  top: number;
  tree: Tree;
  /** Undefined for a category. */
  parent: TreeNode | undefined;
  /** `added`: the last one. By a key, or because the focus has gone elsewhere. */
  end(added: Promise<NodeKey | undefined> | undefined, byKey: boolean): void;
};

const allowed = /^[\p{L}\p{M}\p{N}._~-]*$/u;

/**
 * A new node: Enter adds it and goes on with its next sibling, Escape or an empty name ends. The address of a subcategory
 * follows the name until somebody types another one.
 */
export function NewNodeRow({ projectId, top, tree, parent, end }: Props) {
  const t = useText();
  const nameInput = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [proposed, setProposed] = useState({ name: "", slug: "" });
  const [typed, setTyped] = useState("");
  const ended = useRef(false);
  useLayoutEffect(() => nameInput.current?.focus(), []);
  // In the order of typing: the letters of some names need a table that is still being loaded.
  const adding = useRef(Promise.resolve());
  const added = useRef<Promise<NodeKey | undefined>>(undefined);
  const address = typed || (proposed.slug && freeAddress(tree, proposed.slug));
  const fault = !allowed.test(typed) ? t.address.invalid : isTaken(tree, typed) ? t.faults.id_taken : undefined;
  const canAdd = name.trim() !== "" && !fault;
  const finish = async (byKey: boolean) => {
    if (ended.current) return;
    ended.current = true;
    await adding.current;
    end(added.current, byKey);
  };
  const type = (next: string) => {
    setName(next);
    if (!parent) return;
    // Without the table the service makes the address.
    const propose = (slug: string) => setProposed({ name: next, slug });
    addressFor(next).then(propose, () => propose(""));
  };
  const addNow = () => {
    const wished = typed || (proposed.name === name ? proposed.slug : undefined);
    setName("");
    setTyped("");
    setProposed({ name: "", slug: "" });
    adding.current = adding.current.then(async () => {
      added.current = addNode(
        projectId,
        parent,
        name.trim(),
        wished ?? (parent ? await addressFor(name).catch(() => "") : ""),
      );
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape" || (event.key === "Enter" && !name.trim())) void finish(true);
    if (event.key !== "Enter" || !canAdd) return;
    addNow();
    nameInput.current?.focus();
  };
  const label = parent ? t.tree.newSubcategory : t.tree.newCategory;
  return (
    <div
      className="tree-row tree-new"
      role="none"
      data-active
      data-addressed={parent !== undefined || undefined}
      style={{ transform: `translateY(${top}px)`, paddingLeft: indent(parent ? parent.depth + 1 : 0) }}
      onBlur={(event) => {
        if (ended.current || event.currentTarget.contains(event.relatedTarget)) return;
        if (canAdd) addNow();
        void finish(false);
      }}
    >
      <span className="tree-twist" />
      <span className="tree-icon" aria-hidden>
        <Glyph name="folder" />
      </span>
      <input
        className="tree-input"
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={name}
        ref={nameInput}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {parent && (
        <label className="tree-address" data-tip={fault ?? t.address.title}>
          /
          <input
            aria-label={t.address.label}
            aria-description={fault}
            aria-invalid={fault !== undefined || undefined}
            spellCheck={false}
            value={address}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </label>
      )}
    </div>
  );
}
