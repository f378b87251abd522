import type { SealedPlace } from '#platform/reseal/sealed-place.ts';
import { KEY_AAD, PRIVATE_AAD, subscriptionAad } from './push-key.ts';

export const sealedPush: SealedPlace = {
  table: 'push_keys',
  id: 'public_key',
  column: 'data_key',
  aad: () => KEY_AAD,
  values: [
    {
      table: 'push_keys',
      column: 'sealed_private_key',
      of: 'own_row',
      order: 'public_key',
      names: ['public_key'],
      aad: () => PRIVATE_AAD,
    },
    {
      table: 'push_subscriptions',
      column: 'sealed',
      of: { named_by: 'public_key' },
      order: 'id',
      names: ['endpoint_mac'],
      aad: ({ endpoint_mac = '' }) => subscriptionAad(Buffer.from(endpoint_mac, 'hex')),
    },
  ],
};
