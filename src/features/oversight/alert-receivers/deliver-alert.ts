import { type AlertReceiver, SEVERITIES } from '#contracts/oversight/alert-receivers.ts';
import type { Alert } from '#contracts/oversight/alerts.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { OutgoingError } from '#platform/http/outgoing/outgoing-error.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { VaultCtx } from '../../ctx.ts';
import type { AlertKind } from '../../feature.ts';
import { endAlert } from '../alerts/end-alert.ts';
import { raiseAlert } from '../alerts/raise-alert.ts';
import { describeAlert } from '../alerts/read-alerts.ts';
import { type AlertEvent, type AlertReport, messageFor } from './message-for.ts';
import { type OpenReceiver, openReceiver } from './receiver/open-receiver.ts';
import { isTaken, sendMessage } from './send-message.ts';
import { undeliveredAlert } from './undelivered-alert.ts';

/** Tells one receiver of one alert, or of its end; throws if it didn't take that, so that the job is tried again. */
export const deliverAlertTask =
  (kinds: readonly AlertKind[]) =>
  (ctx: VaultCtx): Task =>
  async ({ alert_id = '', receiver_id = '', event = '' }) => {
    const receiver = await openReceiver(ctx, ctx.sql, receiver_id);
    const report = receiver && (await readReport(ctx, kinds, alert_id));
    if (!report || !reaches(receiver, report) || isLate(event, report) || isAboutItself(receiver, report)) return;
    const failure = await deliver(ctx, receiver, event as AlertEvent, report);
    await note(ctx, receiver, failure);
    if (failure !== null) throw new Error(`alert receiver ${receiver.id} took nothing: ${failure}`);
  };

async function readReport(
  { sql, config }: VaultCtx,
  kinds: readonly AlertKind[],
  id: string,
): Promise<AlertReport | undefined> {
  const [alert] = await sql<Pick<Alert, 'kind' | 'subject' | 'details' | 'raised_at' | 'resolved_at'>[]>`
    select kind, subject, details, raised_at, resolved_at from alerts where id = ${id}`;
  if (!alert) return undefined;
  const { severity, sentence, link, runbook } = describeAlert(kinds, alert);
  const { details: _, ...facts } = alert;
  // Who sells or pays is nobody's outside: the page says it to whoever may read it.
  const withheld = kinds.find(({ name }) => name === alert.kind)?.withheld === true;
  return {
    ...facts,
    id,
    subject: withheld ? id : alert.subject,
    severity,
    sentence: translate('en', withheld ? message('receivers.withheld') : sentence),
    page: `${config.public_url}${link ?? pagePath('/admin/alerts')}`,
    runbook: `${config.public_url}${runbook}`,
    source: new URL(config.public_url).host,
  };
}

const reaches = (receiver: Pick<AlertReceiver, 'severity'>, { severity }: AlertReport) =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(receiver.severity);

/** What has ended isn't raised any more: the end may have been told first. */
const isLate = (event: string, { resolved_at }: AlertReport) => event === 'raised' && resolved_at !== null;

const isAboutItself = ({ id }: OpenReceiver, { kind, subject }: AlertReport) =>
  kind === undeliveredAlert.name && subject === id;

/** Why it wasn't taken; null if it was. */
async function deliver(
  ctx: VaultCtx,
  to: OpenReceiver,
  event: AlertEvent,
  report: AlertReport,
): Promise<string | null> {
  try {
    const answer = await sendMessage(ctx, to.url, messageFor({ ...to, now: ctx.clock.now() }, event, report));
    return isTaken(answer) ? null : String(answer.status);
  } catch (error) {
    if (error instanceof OutgoingError) return error.failure;
    throw error;
  }
}

/** Keeps what came of it, and has the overview show a receiver that takes nothing. */
async function note({ sql, clock }: VaultCtx, { id, name, host }: OpenReceiver, failure: string | null): Promise<void> {
  const now = clock.now();
  if (failure === null) {
    await sql`update alert_receivers set delivered_at = ${now}, failed_at = null, failure = null where id = ${id}`;
    await endAlert(sql, now, { kind: undeliveredAlert, subject: id });
    return;
  }
  await sql`update alert_receivers set failed_at = ${now}, failure = ${failure} where id = ${id}`;
  await raiseAlert(sql, now, { kind: undeliveredAlert, subject: id, details: { name, host, failure } });
}
