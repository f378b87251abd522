/** Money reserved by a buyer's open pre-orders: it belongs to the buyer, who can't spend it until it is released. */
export const reservedAccount = (owner_id: string) => ({ kind: 'preorder_reserved', owner_id, limited: true });
