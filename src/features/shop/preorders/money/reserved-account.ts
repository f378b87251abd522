/** What a buyer's open pre-orders have reserved: theirs, but not to spend until it is released. */
export const reservedAccount = (owner_id: string) => ({ kind: 'preorder_reserved', owner_id, limited: true });
