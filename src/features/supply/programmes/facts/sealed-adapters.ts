import type { SealedPlace } from '#platform/reseal/sealed-place.ts';
import { adapterAad } from './facts-row.ts';

export const sealedAdapters: SealedPlace = {
  table: 'programmes',
  id: 'id',
  column: 'adapter_data_key',
  aad: adapterAad,
  values: [
    {
      table: 'programmes',
      column: 'adapter_secret',
      of: 'own_row',
      order: 'id',
      names: ['id'],
      aad: ({ id = '' }) => adapterAad(id),
    },
  ],
  // A version that two people agree to later brings the data key that it was proposed with.
  async waiting(sql, key_id) {
    const begins = `\\\\x${Buffer.from(key_id).toString('hex')}%`;
    const [found] = await sql<[{ count: number }]>`
      select count(*) as count from programme_versions
      where state = 'proposed' and facts ->> 'adapter_data_key' like ${begins}`;
    return found.count;
  },
};
