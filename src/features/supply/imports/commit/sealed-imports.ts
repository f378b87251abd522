import type { SealedPlace } from '#platform/reseal/sealed-place.ts';
import { statisticsAad } from './programme-statistics.ts';
import { chunkAad, importKeyAad } from './sealed-chunk.ts';

export const sealedImports: SealedPlace = {
  table: 'imports',
  id: 'id',
  column: 'data_key',
  aad: importKeyAad,
  values: [
    {
      table: 'import_chunks',
      column: 'sealed',
      of: { named_by: 'import_id' },
      order: 'chunk',
      names: ['import_id', 'chunk'],
      aad: ({ import_id = '', chunk }) => chunkAad({ import_id, chunk: Number(chunk) }),
    },
  ],
};

export const sealedStatistics: SealedPlace = {
  table: 'programme_statistics',
  id: 'programme_id',
  column: 'data_key',
  aad: statisticsAad,
  values: [
    {
      table: 'programme_statistics',
      column: 'sealed',
      of: 'own_row',
      order: 'programme_id',
      names: ['programme_id'],
      aad: ({ programme_id = '' }) => statisticsAad(programme_id),
    },
  ],
};
