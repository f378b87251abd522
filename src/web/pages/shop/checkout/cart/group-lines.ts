import type { CartItem } from '#contracts/shop/cart.ts';

export interface LineGroup {
  key: string;
  programme_id: string;
  items: CartItem[];
}

/** The cards of a cart by brand and value, in the order in which the first of each was added. */
export function groupLines(items: readonly CartItem[]): LineGroup[] {
  const groups = new Map<string, LineGroup>();
  for (const item of items) {
    const { id: programme_id } = item.programme;
    const key = `${programme_id} ${item.face_cents}`;
    const group = groups.get(key);
    if (group) group.items.push(item);
    else groups.set(key, { key, programme_id, items: [item] });
  }
  return [...groups.values()];
}
