import type { Redaction } from '../../../feature.ts';

/** The note that a buyer keeps on a card. */
export const redactNote: Redaction = {
  kind: 'order_note',
  redact: (sql, { id }) => sql`update order_lines set note = '' where id = ${id} and note <> '' returning id`,
};
