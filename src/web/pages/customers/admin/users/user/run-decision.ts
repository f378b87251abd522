import type { DEBT_ENDS } from '#contracts/customers/spending.ts';
import { decideTier, refuseTierRequest, setTier } from '#contracts/customers/tiers.ts';
import {
  type ADJUSTMENT_CAUSES,
  activateUser,
  decideAccess,
  decideAdjustment,
  decideDebtSettlement,
  decideFactorReset,
  disableUser,
  enableUser,
  proposeAccess,
  proposeAdjustment,
  proposeDebtSettlement,
  proposeFactorReset,
  signOutUser,
} from '#contracts/customers/users.ts';
import { cutLink, releaseAccount } from '#contracts/identity/linked-accounts.ts';
import { message } from '#i18n/message.ts';
import { refusedField } from '#web/forms/form-data.ts';
import { parseDollars } from '#web/i18n/parse-dollars.ts';
import { attempt } from '#web/server/api.ts';

/** What the forms of an account's page send. */
export const fieldsOf = (field: (name: string) => string) => ({
  decision: field('decision'),
  reason: field('reason'),
  proposal_id: field('proposal_id'),
  kind: field('kind'),
  amount: field('amount'),
  direction: field('direction'),
  cause: field('cause'),
  how: field('how'),
  order_number: field('order_number'),
  tier: field('tier'),
  evidence: field('evidence'),
  checked_on: field('checked_on'),
  key: field('key'),
  link: field('link'),
});

type Values = ReturnType<typeof fieldsOf>;

const simple = {
  activate: activateUser,
  disable: disableUser,
  enable: enableUser,
  'sign-out': signOutUser,
  release: releaseAccount,
  reset: proposeFactorReset,
} as const;

const isSimple = (decision: string): decision is keyof typeof simple => decision in simple;

interface Asked {
  id: string;
  values: Values;
  locale: string;
  /** What the check calls the person: sent, but never kept for a second try. */
  identity: string;
  /** The open request for a higher tier. */
  request: string;
}

/** Does what the pressed button of an account's page says. */
export async function runDecision(where: Parameters<typeof attempt>[0], { id, values, ...more }: Asked) {
  const { decision, reason } = values;
  const params = { id };
  if (isSimple(decision)) return attempt(where, simple[decision], { params, body: { reason } });
  if (decision === 'cut' || decision === 'cut-all') {
    const body = { reason, everybody: decision === 'cut-all' };
    return attempt(where, cutLink, { params: { id: values.link }, body });
  }
  if (decision === 'propose-disable' || decision === 'propose-enable') {
    const to = decision === 'propose-enable' ? ('enabled' as const) : ('disabled' as const);
    return attempt(where, proposeAccess, { params, body: { to, reason } });
  }
  if (decision === 'set-tier') return attempt(where, setTier, { params, body: tierOf(values, more.identity) });
  if (decision === 'refuse-tier')
    return attempt(where, refuseTierRequest, { params: { id: more.request }, body: { reason } });
  if (decision === 'adjust' || decision === 'end-debt') {
    const amount = parseDollars(values.amount, more.locale);
    if (!amount) return { ok: false as const, refusal: refusedField('cents', message('form.amount')) };
    if (decision === 'end-debt') {
      const body = { how: values.how as (typeof DEBT_ENDS)[number], cents: amount, reason };
      return attempt(where, proposeDebtSettlement, { params, body });
    }
    const cents = values.direction === 'debit' ? -amount : amount;
    const cause = values.cause as (typeof ADJUSTMENT_CAUSES)[number];
    const number = /^#?([1-9]\d{0,11})$/.exec(values.order_number.trim())?.[1];
    const body = { cents, cause, reason, ...(number && { order_number: Number(number) }) };
    return attempt(where, proposeAdjustment, { params, body });
  }
  const decided = decision === 'approve' ? ('approved' as const) : ('rejected' as const);
  const body = { proposal_id: values.proposal_id, decision: decided, reason };
  if (values.kind === 'tier.raise') return attempt(where, decideTier, { params, body });
  if (values.kind === 'staff.access') return attempt(where, decideAccess, { params, body });
  if (values.kind === 'factors.reset') return attempt(where, decideFactorReset, { params, body });
  const idempotencyKey = `${values.key}-${decided}`;
  if (values.kind === 'debt.settle') return attempt(where, decideDebtSettlement, { params, body, idempotencyKey });
  return attempt(where, decideAdjustment, { params, body, idempotencyKey });
}

/** Empty fields are absent. */
const tierOf = ({ tier, evidence, checked_on, reason }: Values, identity: string) => ({
  tier: Number(tier),
  reason,
  ...(evidence && { evidence: evidence.trim() }),
  ...(identity && { identity: identity.trim() }),
  ...(checked_on && { checked_on }),
});
