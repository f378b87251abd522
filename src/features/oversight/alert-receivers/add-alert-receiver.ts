import type { Input, Reply } from '#contracts/call.ts';
import type { addAlertReceiver as contract } from '#contracts/oversight/alert-receivers.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { notifyChanged } from './notify-changed.ts';
import { receiverAad } from './receiver/open-receiver.ts';
import { readReceivers } from './receiver/read-receivers.ts';
import { isReceiverUrl } from './send-message.ts';

/** Nobody reads alerts in more places. */
const MAX_RECEIVERS = 20;
/** They don't take a message without. */
const NEED_SECRET = ['json', 'pagerduty'];

/** An approver has a server told of alerts, and the others learn that. Its address and secret are sealed. */
export async function addAlertReceiver(
  ctx: VaultCtx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { name, form, severity, url, secret } = body;
  if (!isReceiverUrl(url)) throw invalid('url', message('receivers.address'));
  if (secret === null && NEED_SECRET.includes(form)) throw invalid('secret', message('receivers.secret_missing'));
  const { host } = new URL(url);
  const data = await transaction(ctx.sql, async (sql) => {
    if ((await readReceivers(ctx, sql)).length >= MAX_RECEIVERS)
      throw new AppError('conflict', message('receivers.too_many'));
    const [{ id }] = await sql<[{ id: string }]>`select uuidv7() as id`;
    const { key, wrapped } = ctx.vault.newDataKey(receiverAad(id));
    const sealed = ctx.vault.seal(key, JSON.stringify({ url, secret }), receiverAad(id));
    const row = {
      id,
      name,
      form,
      severity,
      host,
      data_key: wrapped,
      sealed,
      created_at: ctx.clock.now(),
      created_by: actor.user.id,
    };
    const [made] = await sql<[{ id: string; facts: string }]>`
      insert into alert_receivers ${sql(row)} returning id, sealed_facts(alert_receivers) as facts`;
    await sealRow(ctx.vault, sql, 'alert_receivers', made);
    const details = { name, form, severity, host };
    await appendAudit(sql, { ...by(actor), action: 'alert_receiver.added', subject: id, details });
    await notifyChanged(sql, actor, 'added', row);
    const [added] = await readReceivers(ctx, sql, id);
    return added!;
  });
  return { data };
}

const invalid = (field: string, text: ReturnType<typeof message>) => new AppError('invalid', text, { [field]: [text] });
