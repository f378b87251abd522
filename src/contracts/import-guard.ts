import { z } from 'zod';
import { call } from './call.ts';
import { dataOf } from './shapes.ts';

const numbers = Array.from({ length: 24 }, (_, at) => `IG-${String(at + 1).padStart(2, '0')}`);

/** What a hit does: refuses the whole file (or text), the row, the programme, or leaves the card to a person's decision. */
export const guardOutcomes = ['file', 'row', 'programme', 'decision'] as const;

export const describeGuard = call({
  method: 'GET',
  path: '/api/import-guard',
  summary: 'What this shop refuses wherever somebody types or uploads something',
  guards: [],
  reply: dataOf(
    z.object({
      /** Goes up with every change of a rule or of the table of card networks. */
      version: z.int(),
      range_table_sha256: z.string(),
      networks: z.array(z.string()),
      rules: z.array(z.object({ rule: z.enum(numbers), outcome: z.enum(guardOutcomes) })),
    }),
  ),
});
