import type { Redaction } from '../../../feature.ts';

export const redactMessage: Redaction = {
  kind: 'gift_message',
  redact: (sql, { id }) => sql`update gifts set message = '' where id = ${id} and message <> '' returning id`,
};
