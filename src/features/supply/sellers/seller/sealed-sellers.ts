import type { SealedPlace } from '#platform/reseal/sealed-place.ts';
import { sellerKeyAad, taxIdAad } from './seller-key.ts';

export const sealedSellers: SealedPlace = {
  table: 'sellers',
  id: 'id',
  column: 'data_key',
  aad: sellerKeyAad,
  values: [
    {
      table: 'sellers',
      column: 'tax_id',
      of: 'own_row',
      order: 'id',
      names: ['id'],
      aad: ({ id = '' }) => taxIdAad(id),
    },
  ],
};
