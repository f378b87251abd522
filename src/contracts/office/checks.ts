import { z } from 'zod';
import { call } from '../call.ts';
import { coin, dataOf } from '../shapes.ts';

/** What a shop needs to sell, in the order in which it is set up. */
export const CHECKS = [
  'database',
  'backup',
  'drill',
  'disk',
  'clock',
  'proxy',
  'redis',
  'mail',
  'rates',
  'coins',
  'worker',
  'staff',
  'stock',
] as const;
export type CheckName = (typeof CHECKS)[number];

const check = z.object({
  name: z.enum(CHECKS),
  /** Of which coin, where there is one line for each. */
  coin: coin.nullable(),
  /** `off`: not set up, and nothing is missing without it. Only what `failed` keeps the shop from selling. */
  state: z.enum(['well', 'warning', 'failed', 'off']),
  /** A sentence in the reader's language. */
  found: z.string(),
  /** What to do; null where nothing is to be done. */
  advice: z.string().nullable(),
  /** To compare, such as the first addresses of a key or the prices of a source. */
  details: z.array(z.string()),
});
export type Check = z.infer<typeof check>;

export const checkShop = call({
  method: 'GET',
  path: '/api/admin/checks',
  summary: 'Ask everything that the shop depends on whether it works now, and say what is missing to sell',
  guards: ['auth', 'admin', 'role:support,approver,auditor'],
  secret: true,
  // Each asks mail server, nodes and sources of rates, which shut out whoever asks too often: the shop itself, too.
  perMinute: 6,
  reply: dataOf(z.array(check)),
});
