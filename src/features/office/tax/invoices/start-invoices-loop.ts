import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../../ctx.ts';
import { issueInvoices } from './issue-invoices.ts';

/** Issues invoices and credit notes a moment after the chain of the ledger has their transfers. */
export const startInvoicesLoop = (ctx: Ctx): { stop(): Promise<void> } =>
  repeat(ctx, 'invoices', 2_000, () => issueInvoices(ctx));
