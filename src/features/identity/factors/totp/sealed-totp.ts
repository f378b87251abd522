import type { SealedPlace } from '#platform/reseal/sealed-place.ts';
import { totpAad } from './verify-totp.ts';

export const sealedTotp: SealedPlace = {
  table: 'totp_secrets',
  id: 'user_id',
  column: 'data_key',
  aad: totpAad,
  values: [
    {
      table: 'totp_secrets',
      column: 'sealed',
      of: 'own_row',
      order: 'user_id',
      names: ['user_id'],
      aad: ({ user_id = '' }) => totpAad(user_id),
    },
  ],
};
