import type { ProposalFacts } from '../../../feature.ts';
import type { LockedReturn } from './lock-return.ts';

type Paid = Pick<LockedReturn, 'deposit_id' | 'coin' | 'address' | 'amount_cents'>;

/** Whether this is what two people agreed to: a row alone sends nothing anywhere. */
export const fitsProposal = (row: Paid, facts: ProposalFacts): boolean =>
  (['deposit_id', 'coin', 'address', 'amount_cents'] as const).every((name) => facts[name] === row[name]);
