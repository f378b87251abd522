import type { SealedPlace } from '#platform/reseal/sealed-place.ts';
import { aadOf, dataKeyAad } from './card-secret.ts';

export const sealedCards: SealedPlace = {
  table: 'batches',
  id: 'id',
  column: 'data_key',
  aad: dataKeyAad,
  values: [
    {
      table: 'cards',
      column: 'sealed',
      of: { named_by: 'batch_id' },
      order: 'id',
      names: ['id', 'programme_id'],
      aad: ({ id = '', programme_id = '' }) => aadOf({ card_id: id, programme_id }),
    },
  ],
};
