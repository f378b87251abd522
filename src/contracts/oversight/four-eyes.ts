import { z } from 'zod';
import { call } from '../call.ts';
import { challenge } from '../identity/factors.ts';
import { id, idParams, pageMeta, pageQuery, time } from '../shapes.ts';

export const proposal = z.object({
  id,
  /** `feature.what`, such as hold.release. */
  kind: z.string(),
  /** Id of what it is about. */
  subject: id,
  label: z.string(),
  /** Own path of the page where it is decided; null while it has none. */
  link: z.string().nullable(),
  proposer: z.object({ id, username: z.string() }),
  /** null where nobody is asked for one. */
  reason: z.string().nullable(),
  proposed_at: time,
  /** Proposed by whoever asks: somebody else must decide it. */
  own: z.boolean(),
  /** Who has approved it already, where it takes two. */
  approved_by: z.array(z.string()),
});
export type Proposal = z.infer<typeof proposal>;

/** The open proposal about something, as its own page shows it. */
export const openProposal = proposal
  .pick({ id: true, proposer: true, proposed_at: true, own: true, approved_by: true })
  .extend({ approvals_needed: z.int() });
export type OpenProposal = z.infer<typeof openProposal>;

export const proposalSorts = ['proposed_at', '-proposed_at'] as const;

export const listProposals = call({
  method: 'GET',
  path: '/api/admin/proposals',
  summary: 'What waits for your approval, and what you proposed yourself, oldest first unless sorted',
  guards: ['auth', 'admin'],
  query: z.object({ sort: z.enum(proposalSorts).optional(), ...pageQuery }),
  reply: z.object({
    data: z.array(proposal),
    meta: pageMeta,
    /** How many of them you may decide. */
    waiting: z.int(),
  }),
});

export const withdrawProposal = call({
  method: 'POST',
  path: '/api/admin/proposals/{id}/withdraw',
  summary: 'Take back what you proposed, while nobody has decided it',
  guards: ['auth', 'admin', 'role:importer,approver,support,payouts,publisher'],
  params: idParams,
});

export const createDecisionChallenge = call({
  method: 'POST',
  path: '/api/admin/proposals/{id}/challenge',
  summary:
    'A challenge for one of your passkeys, which signs a decision about a proposal; answer it by /api/auth/step-up',
  guards: ['auth', 'admin', 'role:importer,approver,support,payouts'],
  secret: true,
  perMinute: 60,
  params: idParams,
  body: z.strictObject({ decision: z.enum(['approved', 'rejected']) }),
  reply: challenge,
});
