import type { SealedPlace } from '#platform/reseal/sealed-place.ts';
import { receiverAad } from './receiver/open-receiver.ts';

export const sealedReceivers: SealedPlace = {
  table: 'alert_receivers',
  id: 'id',
  column: 'data_key',
  aad: receiverAad,
  values: [
    {
      table: 'alert_receivers',
      column: 'sealed',
      of: 'own_row',
      order: 'id',
      names: ['id'],
      aad: ({ id = '' }) => receiverAad(id),
    },
  ],
};
