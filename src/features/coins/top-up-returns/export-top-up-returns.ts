import type { Reply } from '#contracts/call.ts';
import type { exportTopUpReturns as contract } from '#contracts/coins/top-up-returns.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { ForgedRowError, isGenuine } from '#platform/vault/row-seal.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import type { ProposalFacts } from '../../feature.ts';
import { walletUri } from '../watcher/wallet-uri.ts';
import { obstaclesTo } from './obstacles/standing.ts';
import { fitsProposal } from './return/fits-proposal.ts';
import type { LockedReturn } from './return/lock-return.ts';
import { returnKind } from './return/return-kind.ts';

/** The approved proposal; `facts` and `mac`, in hex, seal it. */
interface Agreed {
  facts: string;
  mac: string | null;
  agreed: ProposalFacts;
}

interface Approved extends LockedReturn {
  proposal: Agreed | null;
}

/**
 * What the operator pays by their own wallet: what two people approved, as they approved it, and against which nothing came up
 * since. A row that says anything else was written past the shop, and refuses the whole list.
 */
export async function exportTopUpReturns(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const rows: Reply<typeof contract>['data'] = [];
    for (const { proposal, ...row } of await readApproved(sql)) {
      const { id, coin, address, amount_cents } = row;
      if (!proposal || !isGenuine(ctx.vault, 'proposals', sealOf(proposal)) || !fitsProposal(row, proposal.agreed)) {
        throw new ForgedRowError('top_up_returns', id);
      }
      if ((await obstaclesTo(ctx, sql, row)).length > 0) continue;
      rows.push({ id, coin, address, amount_cents, uri: await walletUri(ctx, sql, { coin, address, amount_cents }) });
    }
    const details = { returns: rows.length, amount_cents: rows.reduce((sum, row) => sum + row.amount_cents, 0) };
    await appendAudit(sql, { ...by(actor), action: 'top_up_return.exported', details });
    return rows;
  });
  return { data };
}

const sealOf = ({ facts, mac }: Agreed) => ({ facts, mac: mac === null ? null : Buffer.from(mac, 'hex') });

const readApproved = (sql: Db) => sql<Approved[]>`
  select r.id, r.user_id, r.deposit_id, r.coin, r.address, r.amount_cents, r.state, r.created_by,
    (select jsonb_build_object('agreed', p.facts, 'facts', sealed_facts(p), 'mac', encode(p.mac, 'hex'))
      from proposals p where p.kind = ${returnKind.name} and p.subject = r.id and p.decision = 'approved') as proposal
  from top_up_returns r where r.state = 'approved' order by r.id limit 1000`;
