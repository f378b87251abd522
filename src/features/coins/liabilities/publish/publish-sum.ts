import { writeSumStatement } from '#contracts/coins/sum-statement.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { endAlert } from '../../../oversight/alerts/end-alert.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { heightFor } from '../tree/build-tree.ts';
import { type GrownTree, growTree } from '../tree/grow-tree.ts';
import { hashAt } from '../tree/node.ts';
import { padLeaves } from '../tree/pad-leaves.ts';
import { paddingSaltOf } from '../tree/salt-of.ts';
import { unpublishedAlerts } from './alert-kinds.ts';
import { countNight, type Night } from './count-night.ts';
import { lastSum } from './last-sum.ts';
import { isGenuineSum, type StoredSum, sumSigner } from './published-sum.ts';

/** Written at once: half a megabyte. */
const CHUNKS = 50;

/** What is about every sum, not a single one. */
const SUBJECT = 'published_sums';

/** Publishes what the shop owes, once a day (UTC); or raises an alert about what keeps it from that. */
export const publishSum =
  (ctx: VaultCtx): Task =>
  async () => {
    const { sql, vault, clock, log } = ctx;
    const now = clock.now();
    const last = await lastSum(sql);
    if (last && !isGenuineSum(vault, last)) {
      log.error({ number: last.number }, 'the last published sum bears no signature of this shop');
      const alert = { kind: unpublishedAlerts.forged, subject: SUBJECT, details: { number: last.number } };
      return raiseAlert(sql, now, alert);
    }
    if (last && last.day >= dayOf(now)) return;
    const number = (last?.number ?? 0) + 1;
    const night = await transaction(sql, (tx) => countNight(tx, vault, { number, at: now }));
    const { balances_cents, ledger_cents } = night;
    if (balances_cents !== ledger_cents) {
      log.error({ balances_cents, ledger_cents }, 'the balances are not what the ledger says: no sum is published');
      const alert = { kind: unpublishedAlerts.unequal, subject: SUBJECT, details: { balances_cents, ledger_cents } };
      return raiseAlert(sql, now, alert);
    }
    const height = heightFor(night.leaves.count);
    await padLeaves(night.leaves, 2 ** height, (index) => paddingSaltOf(vault, { at: now }, index));
    const tree = await growTree(await night.leaves.sort());
    await transaction(sql, (tx) => storeNight(ctx, tx, { number, at: now, last, height }, { night, tree }));
  };

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

interface Publication {
  number: number;
  at: Date;
  last: StoredSum | undefined;
  height: number;
}

/** Of two workers, the one that is later writes nothing. */
async function storeNight(
  { vault, config }: VaultCtx,
  sql: Tx,
  { number, at, last, height }: Publication,
  { night: { leaves, reserves }, tree: { chunks, root } }: { night: Night; tree: GrownTree },
): Promise<void> {
  const signer = sumSigner(vault);
  const statement = writeSumStatement({
    shop: config.public_url,
    number,
    at: at.toISOString(),
    total_cents: leaves.total_cents,
    height,
    root: hashAt(root, 0).toString('hex'),
    previous: last?.digest ?? null,
    reserves,
  });
  const [stored] = await sql<{ digest: string }[]>`
    insert into published_sums (number, day, at, total_cents, statement, digest, signature, public_key)
    values (${number}, ${dayOf(at)}, ${at}, ${leaves.total_cents}, ${statement},
      sha256(convert_to(${statement}, 'UTF8')),
      ${signer.sign(statement)}, ${signer.public_key})
    on conflict do nothing returning encode(digest, 'hex') as digest`;
  if (!stored) return;
  const rows = chunks.map((chunk) => ({ number, ...chunk }));
  for (let first = 0; first < rows.length; first += CHUNKS)
    await sql`insert into sum_chunks ${sql(rows.slice(first, first + CHUNKS))}`;
  const details = { digest: stored.digest, total_cents: leaves.total_cents, owners: leaves.count };
  await appendAudit(sql, { actor_id: null, action: 'liabilities.published', subject: String(number), details, at });
  for (const kind of Object.values(unpublishedAlerts)) await endAlert(sql, at, { kind, subject: SUBJECT });
}
