import { type NewProgramme, newProgramme } from '#contracts/supply/programme-facts.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { isUniqueViolation } from '#platform/db/pg-errors.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { refuseName } from './brand-names/refuse-name.ts';
import { refuseNewBrand } from './brand-names/refuse-new-brand.ts';
import { checkFacts } from './facts/check-facts.ts';
import { factsRow, NO_ADAPTER, sealAdapter } from './facts/facts-row.ts';
import { parseFacts } from './facts/parse-facts.ts';
import { addKey } from './keys/add-key.ts';
import { programmeKind } from './proposals/programme-kind.ts';
import { comparePublishedKey } from './published/compare-published-key.ts';

/**
 * Proposes a programme with its first version and key; it sells nothing before two others approve it. `settle` runs in the
 * same transaction.
 */
export async function createProgramme(
  ctx: VaultCtx,
  actor: Actor,
  input: NewProgramme,
  settle?: (sql: Tx) => Promise<void>,
): Promise<{ id: string }> {
  requireDuty(actor, 'importer');
  const { issuer_public_key, adapter_secret, ...facts } = parseFacts(newProgramme, input);
  await checkFacts(ctx, facts);
  if ((facts.adapter_url === null) !== (adapter_secret === null))
    throw invalidField('adapter_secret', message('programme.adapter_whole'));
  const { id, key_id } = await transaction(ctx.sql, async (sql) => {
    await refuseName(sql, facts.name, null);
    await refuseNewBrand(sql, facts.name);
    const [ids] = await sql<[{ id: string; version_id: string }]>`select uuidv7() as id, uuidv7() as version_id`;
    const { id, version_id } = ids;
    const row = factsRow(facts, adapter_secret ? sealAdapter(ctx.vault, id, adapter_secret) : NO_ADAPTER);
    const now = ctx.clock.now();
    const whole = { id, ...row, state: 'proposed', created_at: now };
    await sql`
      insert into programmes select * from jsonb_populate_record(null::programmes, ${sql.json(whole as never)})`.catch(
      (error) => {
        if (isUniqueViolation(error)) throw invalidField('name', message('programme.name_taken'));
        throw error;
      },
    );
    await sql`
      insert into programme_versions (id, programme_id, number, facts, proposed_at)
      values (${version_id}, ${id}, 1, ${sql.json(row as never)}, ${now})`;
    const key = { programme_id: id, public_key: issuer_public_key, valid_from: now, replaces: null, now };
    const key_id = await addKey(sql, key);
    const { name, issuer_name } = facts;
    const details = { name, issuer_name, prefix: row.prefix };
    await appendAudit(sql, { ...by(actor), action: 'programme.proposed', subject: id, details });
    await propose(ctx, sql, actor, { kind: programmeKind, subject: id, facts: { name, version_id, key_id } });
    await settle?.(sql);
    return { id, key_id };
  });
  await comparePublishedKey(ctx, key_id);
  return { id };
}
