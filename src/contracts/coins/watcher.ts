import { z } from 'zod';
import { call } from '../call.ts';
import { coin, dataOf, id, time, units } from '../shapes.ts';

/** Why a chain is paused, the same list as `reason_code` of `chain_cursors` has. Messages: `chain.reason.…`. */
export const pauseCodes = [
  'starting',
  'node_syncing',
  'node_stale',
  'node_behind',
  'catching_up',
  'node_unreachable',
  'node_timeout',
  'node_unauthorised',
  'node_busy',
  'node_warming_up',
  'node_too_large',
  'node_bad_reply',
  'node_rpc',
  'not_development',
  'key_of_test',
  'key_of_main',
  'foreign_genesis',
  'chain_replaced',
  'deep_reorganisation',
  'balance_short',
] as const;
export type PauseCode = (typeof pauseCodes)[number];

/** A followed chain as the back office sees it. */
export const chainStatus = z.object({
  coin,
  network: z.string(),
  state: z.enum(['following', 'paused']),
  /** Why it is paused; `unwatched` if no worker is watching it. */
  reason_code: z.enum([...pauseCodes, 'unwatched']).nullable(),
  /** The same as a sentence in the reader's language. */
  reason: z.string().nullable(),
  checked_at: time.nullable(),
  /** Height up to which it was read; null before the first poll. */
  height: z.int().nullable(),
  hash: z.string().nullable(),
  tip_height: z.int().nullable(),
  /** Blocks between the two; negative when the node is behind what was read. */
  lag: z.int().nullable(),
  /** Fingerprint of the key whose addresses are given out. */
  fingerprint: z.string(),
  /** The highest index that was given out; null when none was. */
  highest_index: z.int().nullable(),
  /** The index that comes next. */
  next_index: z.int(),
  /** Longest run of indexes that were never paid: a wallet's gap limit must be larger. */
  largest_gap: z.int(),
  /** To import into the operator's own wallet, with the range 0..import_to. */
  descriptor: z.string(),
  import_to: z.int(),
  unclaimed: z.object({ deposits: z.int(), units }),
  open_alerts: z.int(),
  /** Its rate jumped, and the coin is paused for it. */
  rate_jump_id: id.nullable(),
});
export type ChainStatus = z.infer<typeof chainStatus>;

export const listChains = call({
  method: 'GET',
  path: '/api/admin/chains',
  summary: 'The chains that are followed: health, cursor, issued addresses, unclaimed deposits',
  guards: ['auth', 'admin', 'role:support,approver,payouts,auditor'],
  secret: true,
  reply: dataOf(z.array(chainStatus)),
});
