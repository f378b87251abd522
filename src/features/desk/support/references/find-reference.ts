import type { TicketReference } from '#contracts/desk/support.ts';
import type { Db } from '#platform/db/client.ts';
import { readReferences } from './read-references.ts';

interface Referring {
  /** Null for a guest's, which refers to nothing. */
  user_id: string | null;
  reference_kind: TicketReference['kind'] | null;
  reference_id: string | null;
}

/** What a ticket refers to; of a kind that has no details here, its id alone. */
export async function findReference(
  sql: Db,
  { user_id, reference_kind: kind, reference_id: id }: Referring,
): Promise<TicketReference | null> {
  if (!kind || !id || !user_id) return null;
  const [found] = await readReferences(sql, { user_id, only: { kind, id } });
  return found ?? { kind, id, order: null, card: null, payment: null, preorder: null };
}
