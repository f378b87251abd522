import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';

const MAX_ITEMS = 100;

/** Serialises one buyer's additions, so that concurrent ones can't exceed the limit together. */
export async function lockCart(sql: Tx, user_id: string): Promise<void> {
  await sql`select from users where id = ${user_id} for no key update`;
}

export function requireRoom(lines: readonly unknown[], field: 'ids' | 'quantity'): void {
  if (lines.length > MAX_ITEMS) throw invalidField(field, message('cart.full', { limit: MAX_ITEMS }));
}
