import { ItemMenu } from "../items/item-menu.tsx";
import { NodeMenu } from "../tree/node-menu.tsx";
import { type ContextMenu, menuStore } from "../widgets/menus.ts";

export default function MenuHost({ menu }: { menu: ContextMenu }) {
  const close = () => {
    menuStore.set(undefined);
    menu.opener.focus({ preventScroll: true });
  };
  return menu.kind === "node" ? <NodeMenu {...menu} close={close} /> : <ItemMenu {...menu} close={close} />;
}
