import { z } from 'zod';
import { call } from './call.ts';
import { coin, dataOf, time, units } from './shapes.ts';

/** What the back office sees of a chain that is followed. */
export const chainStatus = z.object({
  coin,
  network: z.string(),
  state: z.enum(['following', 'paused']),
  /** Why it is paused, in the node's or the watcher's own words. */
  reason: z.string().nullable(),
  checked_at: time.nullable(),
  /** Up to where it was read; null before the first look. */
  height: z.int().nullable(),
  hash: z.string().nullable(),
  tip_height: z.int().nullable(),
  /** Blocks between the two; negative when the node is behind what was read. */
  lag: z.int().nullable(),
  /** Of the key whose addresses are given out. */
  fingerprint: z.string(),
  /** The highest index that was given out; null when none was. */
  highest_index: z.int().nullable(),
  /** The index that comes next. */
  next_index: z.int(),
  /** The most indexes in a row that were never paid: a wallet's gap limit must be larger. */
  largest_gap: z.int(),
  /** To import into the operator's own wallet, with the range 0..import_to. */
  descriptor: z.string(),
  import_to: z.int(),
  suspense: z.object({ deposits: z.int(), units }),
  open_alerts: z.int(),
});
export type ChainStatus = z.infer<typeof chainStatus>;

export const listChains = call({
  method: 'GET',
  path: '/api/admin/chains',
  summary: 'The chains that are followed: health, cursor, addresses given out, suspense',
  guards: ['auth', 'admin'],
  secret: true,
  reply: dataOf(z.array(chainStatus)),
});
