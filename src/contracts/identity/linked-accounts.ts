import { z } from 'zod';
import { call } from '../call.ts';
import { decisionReason, id, idParams, time } from '../shapes.ts';

/** By what accounts belong together (docs/decisions/027-linked-accounts-share-limits.md). */
const LINK_KINDS = ['device', 'funding', 'gifts', 'sign_up'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

const account = z.object({ id, username: z.string(), tier: z.int(), disabled: z.boolean() });

/** What ties an account to others, as the back office sees it. */
export const accountLinks = z.object({
  /** The others of its group, 100 at most; empty if it is linked with nobody. */
  group: z.array(account),
  /** null unless it may buy nothing until staff release it. */
  waits: z.object({ why: z.enum(['size', 'disabled', 'payment']), since: time }).nullable(),
  /** Signs that other accounts share, cut ones too. */
  links: z.array(
    z.object({
      id,
      kind: z.enum(LINK_KINDS),
      first_at: time,
      last_at: time,
      times: z.int(),
      /** Whether it joins them; what is too little alone does not. */
      ties: z.boolean(),
      /** Others with the same sign, 20 at most. */
      shared_with: z.array(account.pick({ id: true, username: true })),
      cut: z.object({ at: time, by: z.string(), reason: z.string() }).nullable(),
      /** Staff know whose it is, so it ties nobody. */
      everybodys: z.boolean(),
    }),
  ),
});
export type AccountLinks = z.infer<typeof accountLinks>;

export const cutLink = call({
  method: 'POST',
  path: '/api/admin/account-links/{id}/cut',
  summary: 'Cut a link that says nothing about an account, or what everybody shares for all; it stays cut',
  guards: ['auth', 'admin', 'role:support,approver'],
  stepUp: 'always',
  params: idParams,
  body: z.strictObject({
    reason: decisionReason,
    /** The sign itself is many people's, such as an exchange's address: it ties nobody any more. */
    everybody: z.boolean().optional(),
  }),
});

export const releaseAccount = call({
  method: 'POST',
  path: '/api/admin/users/{id}/release',
  summary: 'Let a linked account buy that waited for a check',
  guards: ['auth', 'admin', 'role:support,approver'],
  stepUp: 'always',
  params: idParams,
  body: z.strictObject({ reason: decisionReason }),
});
