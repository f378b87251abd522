import type { Redaction } from '../../../feature.ts';

export const redactMessage: Redaction = {
  kind: 'gift_message',
  redact: (sql, { id }) => sql`
    update gifts set message = '', giver = '' where id = ${id} and (message <> '' or giver <> '') returning id`,
};
