import type { KeyedElsewhere } from '#platform/reseal/sealed-place.ts';
import { answerAad } from './ask-card.ts';

export const sealedAnswers: KeyedElsewhere = {
  keyed_by: 'batches',
  table: 'issuer_answers',
  column: 'sealed',
  of: {
    keyOf: (sql) => sql`(select batch_id from sold_cards where line_id = v.line_id)`,
    underKey: (sql, id) => sql`v.line_id in (select line_id from sold_cards where batch_id = ${id})`,
  },
  order: 'id',
  names: ['id'],
  aad: ({ id = '' }) => answerAad(id),
  vouched: true,
};
