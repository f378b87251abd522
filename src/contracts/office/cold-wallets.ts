import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { openProposal } from '../oversight/four-eyes.ts';
import { cents, coin, dataOf, decisionReason, id, idParams, proposalDecision, time, units } from '../shapes.ts';
import { onSurface } from '../surface.ts';

export const COLD_WALLET_STATES = ['proposed', 'rejected', 'watched', 'removed'] as const;

/** Base58, without the characters that look alike. */
const B = '[1-9A-HJ-NP-Za-km-z]';
const PRIVATE = [
  // Extended private keys of any network, alone or in a descriptor.
  new RegExp(`[A-Za-z](?:prv|tpv)${B}{20}`),
  // A single private key as wallets export it.
  new RegExp(`(?<!${B})[5KLc96T]${B}{50,51}(?!${B})`),
  // The same as 32 bytes.
  /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/i,
  // The words of a seed.
  /^\s*(?:\p{L}+[\s,]+){8,}\p{L}+\s*$/u,
];

/** Whether a text can spend coins, or may: a private key in any notation, or the words of a seed. */
export const isPrivateKey = (text: string): boolean => PRIVATE.some((pattern) => pattern.test(text));

const open = openProposal.extend({ reason: z.string() }).nullable();

const coldWallet = z.object({
  id,
  coin,
  name: z.string(),
  state: z.enum(COLD_WALLET_STATES),
  kind: z.enum(['address', 'xpub', 'multisig']),
  /** Public: an address, an extended public key, or the descriptor of several. */
  source: z.string(),
  created_at: time,
  created_by: z.string(),
  /** What the node said last; null while it never did. */
  balance: z.object({ units, at: time, height: z.int() }).nullable(),
});
export type ColdWallet = z.infer<typeof coldWallet>;

const coldWalletDetails = coldWallet.extend({
  /** Its first addresses, to compare with the wallet itself. */
  first_addresses: z.array(z.string()),
  /** That it is watched, or isn't any more. */
  proposal: open,
});
export type ColdWalletDetails = z.infer<typeof coldWalletDetails>;

/** What the operator's own wallets hold of a coin, as the nodes said last. */
export const reserve = z.object({
  coin,
  wallets: z.int(),
  units,
  /** The oldest answer that counts; null while there is none. */
  read_at: time.nullable(),
  /** Wallets of which the node hasn't said anything yet. */
  unread: z.int(),
  worth_cents: cents,
});
export type Reserve = z.infer<typeof reserve>;

const reader = { guards: ['auth', 'admin', 'role:auditor,approver,payouts'] } as const;
const approver = { guards: ['auth', 'admin', 'role:approver'], stepUp: 'always', params: idParams } as const;

export const listColdWallets = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/cold-wallets',
  summary: 'The operator’s wallets that are watched by public keys, with what the nodes say that they hold',
  reply: dataOf(z.array(coldWallet)),
});

export const getColdWallet = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/cold-wallets/{id}',
  summary: 'One watched wallet with its first addresses, and what is proposed about it',
  params: idParams,
  reply: dataOf(coldWalletDetails),
});

export const proposeColdWallet = call({
  method: 'POST',
  path: '/api/admin/cold-wallets',
  summary: 'Propose to watch a wallet by an address or an extended public key; an approver decides',
  guards: ['auth', 'admin', 'role:payouts,approver'],
  stepUp: 'always',
  body: z.strictObject({
    coin,
    name: onSurface('name', z.string().trim().min(1).max(60, messageKey('invalid.maximum_characters'))),
    source: onSurface(
      'unstored',
      z
        .string()
        .trim()
        .min(1)
        .max(4000, messageKey('invalid.maximum_characters'))
        .refine((text) => !isPrivateKey(text), messageKey('cold_wallet.private')),
    ),
    reason: decisionReason,
  }),
  reply: dataOf(z.object({ id })),
});

const verdict = proposalDecision;

export const decideColdWallet = call({
  ...approver,
  method: 'POST',
  path: '/api/admin/cold-wallets/{id}/decide',
  summary: 'Agree to watch a wallet, or not; never by who proposed it',
  body: verdict,
});

export const proposeColdWalletRemoval = call({
  ...approver,
  method: 'POST',
  path: '/api/admin/cold-wallets/{id}/removal',
  summary: 'Propose to watch a wallet no longer; another approver decides',
  body: z.strictObject({ reason: decisionReason }),
});

export const decideColdWalletRemoval = call({
  ...approver,
  method: 'POST',
  path: '/api/admin/cold-wallets/{id}/removal/decide',
  summary: 'Agree to watch a wallet no longer, or not; never by who proposed it',
  body: verdict,
});
