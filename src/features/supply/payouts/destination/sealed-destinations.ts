import type { KeyedElsewhere } from '#platform/reseal/sealed-place.ts';
import { destinationAad } from '../../sellers/seller/seller-key.ts';

export const sealedDestinations: KeyedElsewhere = {
  keyed_by: 'sellers',
  table: 'seller_destinations',
  column: 'sealed',
  of: { named_by: 'seller_id' },
  order: 'id',
  names: ['seller_id'],
  aad: ({ seller_id = '' }) => destinationAad(seller_id),
};
