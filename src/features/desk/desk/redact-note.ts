import type { Redaction } from '../../feature.ts';

export const redactNote: Redaction = {
  kind: 'ticket_note',
  redact: (sql, { id }) => sql`update ticket_notes set body = '' where id = ${id} and body <> '' returning id`,
};
