import { z } from 'zod';
import { call } from '../call.ts';
import { dataOf } from '../shapes.ts';

export const guardRules = [
  'IG-01',
  'IG-02',
  'IG-03',
  'IG-04',
  'IG-05',
  'IG-06',
  'IG-07',
  'IG-08',
  'IG-09',
  'IG-10',
  'IG-11',
  'IG-12',
  'IG-13',
  'IG-14',
  'IG-15',
  'IG-16',
  'IG-17',
  'IG-18',
  'IG-19',
  'IG-20',
  'IG-21',
  'IG-22',
  'IG-23',
  'IG-24',
] as const;
export type GuardRule = (typeof guardRules)[number];

/** What a hit does: refuses the whole file (or text), the row, the programme, or leaves the card to a person's decision. */
const guardOutcomes = ['file', 'row', 'programme', 'decision'] as const;
export type GuardOutcome = (typeof guardOutcomes)[number];

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
      rules: z.array(z.object({ rule: z.enum(guardRules), outcome: z.enum(guardOutcomes) })),
    }),
  ),
});
