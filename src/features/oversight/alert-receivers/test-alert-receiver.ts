import { randomUUID } from 'node:crypto';
import type { Input, Reply } from '#contracts/call.ts';
import type { testAlertReceiver as contract } from '#contracts/oversight/alert-receivers.ts';
import { runbookPath } from '#contracts/oversight/alerts.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { AppError } from '#platform/http/errors.ts';
import { OutgoingError } from '#platform/http/outgoing/outgoing-error.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { messageFor } from './message-for.ts';
import { openReceiver } from './receiver/open-receiver.ts';
import { isTaken, sendMessage } from './send-message.ts';
import { undeliveredAlert } from './undelivered-alert.ts';

const SHOWN_CHARACTERS = 300;

/** Sends a receiver an alert that isn't one, and its end, and says what it answered to the last that it was sent. */
export async function testAlertReceiver(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const receiver = await openReceiver(ctx, ctx.sql, id);
  if (!receiver) throw new AppError('not_found', message('receivers.missing'));
  const { public_url } = ctx.config;
  const now = ctx.clock.now();
  const report = {
    id: randomUUID(),
    kind: undeliveredAlert.name,
    severity: receiver.severity,
    subject: id,
    sentence: translate('en', message('receivers.test_sentence', { name: receiver.name })),
    raised_at: now.toISOString(),
    resolved_at: null,
    page: `${public_url}${pagePath('/admin/alerts/receivers')}`,
    runbook: `${public_url}${runbookPath(undeliveredAlert.name)}`,
    source: new URL(public_url).host,
  };
  const to = { ...receiver, now };
  await appendAudit(ctx.sql, { ...by(actor), action: 'alert_receiver.tested', subject: id });
  try {
    let answer = await sendMessage(ctx, receiver.url, messageFor(to, 'raised', report));
    const ended = { ...report, resolved_at: now.toISOString() };
    if (isTaken(answer)) answer = await sendMessage(ctx, receiver.url, messageFor(to, 'ended', ended));
    const { status, text } = answer;
    return { data: { delivered: isTaken(answer), status, failure: null, text: text.slice(0, SHOWN_CHARACTERS) } };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { data: { delivered: false, status: null, failure: error.failure, text: '' } };
  }
}
