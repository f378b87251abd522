import { type ActionFunctionArgs, data, href, redirect } from 'react-router';
import { withdrawProposal } from '#contracts/oversight/four-eyes.ts';
import { approveKey, proposeKey, rejectKey, revokeKey } from '#contracts/supply/issuer-keys.ts';
import {
  approveProgramme,
  rejectProgramme,
  resumeProgramme,
  retireProgramme,
  suspendProgramme,
  viewEvidence,
} from '#contracts/supply/programmes.ts';
import { type MessageKey, message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { isMultipart } from '#web/forms/is-multipart.ts';
import { attempt, type Outcome, type Where } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { goOn } from '#web/server/go-on.ts';
import { sendReport } from './send-report.ts';

const SAID = {
  approve: 'approvals.decided.approve',
  reject: 'approvals.decided.reject',
  withdraw: 'approvals.withdrawn',
  suspend: 'programmes.suspended',
  resume: 'programmes.resumed',
  retire: 'programmes.retired',
  key_propose: 'programmes.proposed',
  key_approve: 'approvals.decided.approve',
  key_reject: 'approvals.decided.reject',
  key_revoke: 'programmes.key_revoked',
  report: 'reports.used',
} as const satisfies Record<string, MessageKey>;
type Decision = keyof typeof SAID;

const names = ['reason', 'fingerprint_end', 'link_host', 'key_id', 'public_key', 'replaces'] as const;
type Field = (name: string) => string;

/** The action of a programme's page: what is decided about it and its keys, and a look at where its evidence is kept. */
export async function decideProgramme({ request, context, url, params }: ActionFunctionArgs) {
  const id = params.id ?? '';
  if (isMultipart(request)) {
    const sent = await sendReport(request, { context, url }, id);
    return sent.ok
      ? done(href('/admin/programmes/:id', { id }), SAID.report)
      : refused(sent.refusal, { decision: 'report' });
  }
  const field = await readForm(request);
  const decision = field('decision');
  const values = { ...Object.fromEntries(names.map((name) => [name, field(name)])), decision };
  const where = { context, url, preserve: values, sheet: field('sheet') === '1' };
  if (decision === 'evidence') {
    const seen = await attempt(where, viewEvidence, { params: { id } });
    if (!seen.ok) return refused(seen.refusal, values);
    return data({ refusal: undefined, values, evidence: seen.reply.data });
  }
  const outcome = await send(where, id, decision, field);
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = decision in SAID ? SAID[decision as Decision] : SAID.approve;
  const isFirst = isWaiting(outcome.reply);
  return done(
    goOn(field, url, href('/admin/programmes/:id', { id })),
    decision.endsWith('approve') && isFirst ? 'approvals.decided.first' : said,
  );
}

function done(to: string, said: MessageKey) {
  const toast = flash({ type: 'success', title: message(said), content: '' });
  return redirect(to, { headers: { 'set-cookie': toast } });
}

/** One approval was given, and another is needed. */
function isWaiting(reply: unknown): boolean {
  const said = reply as { data: { state?: string; proposal?: { approved_by: string[] } | null } } | undefined;
  return said?.data.state === 'proposed' || Boolean(said?.data.proposal?.approved_by.length);
}

function send(where: Where, id: string, decision: string, field: Field): Promise<Outcome<unknown>> {
  const params = { id };
  const reason = field('reason');
  const body = { proposal_id: field('proposal_id'), reason };
  const key = { id: field('key_id') };
  const fingerprint_end = field('fingerprint_end');
  const link_host = field('link_host');
  switch (decision) {
    case 'reject':
      return attempt(where, rejectProgramme, { params, body });
    case 'withdraw':
      return attempt(where, withdrawProposal, { params: { id: field('proposal_id') } });
    case 'suspend':
      return attempt(where, suspendProgramme, { params, body: { reason } });
    case 'resume':
      return attempt(where, resumeProgramme, { params, body: { reason } });
    case 'retire':
      return attempt(where, retireProgramme, { params, body: { reason } });
    case 'key_propose':
      return attempt(where, proposeKey, {
        params,
        body: { public_key: field('public_key'), replaces: field('replaces') || null },
      });
    case 'key_approve':
      return attempt(where, approveKey, { params: key, body: { ...body, fingerprint_end } });
    case 'key_reject':
      return attempt(where, rejectKey, { params: key, body });
    case 'key_revoke':
      return attempt(where, revokeKey, { params: key, body: { reason } });
    default:
      return attempt(where, approveProgramme, {
        params,
        body: { ...body, ...(fingerprint_end && { fingerprint_end }), ...(link_host && { link_host }) },
      });
  }
}
