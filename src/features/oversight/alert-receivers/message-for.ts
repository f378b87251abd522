import { randomBytes } from 'node:crypto';
import type { AlertReceiver } from '#contracts/oversight/alert-receivers.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { NONCE, SIGNATURE, signMessage, TIMESTAMP } from '#platform/http/outgoing/signatures.ts';

export type AlertEvent = 'raised' | 'ended';

/** An alert as other servers are told of it: nothing of the people that it concerns. */
export interface AlertReport {
  id: string;
  kind: string;
  severity: AlertReceiver['severity'];
  subject: string;
  sentence: string;
  raised_at: string;
  resolved_at: string | null;
  /** Addresses of the back office's page and of the runbook's part. */
  page: string;
  runbook: string;
  /** The shop's host. */
  source: string;
}

interface To {
  form: AlertReceiver['form'];
  secret: string | null;
  now: Date;
}

export interface AlertMessage {
  headers: Record<string, string>;
  body: string;
}

/** An alert without an end counts as over after five minutes in Alertmanager: so it gets one that nobody awaits. */
const OPEN_MS = 365 * DAY_MS;

/** What a server is sent about an alert, in its own form. */
export function messageFor({ form, secret, now }: To, event: AlertEvent, report: AlertReport): AlertMessage {
  switch (form) {
    case 'json':
      return signed(secret ?? '', now, JSON.stringify({ event, ...report }));
    case 'slack':
      return plain({ text: slackText(event, report) });
    case 'pagerduty':
      return plain(pagerDutyEvent(secret ?? '', event, report));
    case 'alertmanager':
      return plain([alertmanagerAlert(now, report)], secret === null ? {} : { authorization: `Bearer ${secret}` });
  }
}

const plain = (content: object, headers: Record<string, string> = {}): AlertMessage => {
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(content) };
};

/** As issuers are asked (docs/operate.md). */
function signed(secret: string, now: Date, body: string): AlertMessage {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const signature = signMessage(secret, { kind: 'alert', timestamp, nonce, body });
  return {
    headers: { 'content-type': 'application/json', [TIMESTAMP]: timestamp, [NONCE]: nonce, [SIGNATURE]: signature },
    body,
  };
}

/** Slack reads these three characters as its own (api.slack.com, Formatting text). */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function slackText(event: AlertEvent, { severity, sentence, kind, page, runbook }: AlertReport): string {
  const state = event === 'ended' ? 'ended' : severity;
  return `*${state}* ${escaped(sentence)}\n\`${kind}\` <${page}|Alerts> <${runbook}|Runbook>`;
}

/** Events API v2: a second event with the same dedup_key changes the same incident. */
function pagerDutyEvent(routing_key: string, event: AlertEvent, report: AlertReport) {
  const { id, kind, severity, subject, sentence, raised_at, page, runbook, source } = report;
  const common = { routing_key, event_action: event === 'ended' ? 'resolve' : 'trigger', dedup_key: id };
  if (event === 'ended') return common;
  return {
    ...common,
    client: source,
    client_url: page,
    links: [{ href: runbook, text: 'Runbook' }],
    payload: {
      summary: sentence.slice(0, 1024),
      source,
      severity,
      timestamp: raised_at,
      component: subject,
      class: kind,
    },
  };
}

/** An alert of Alertmanager's API v2. */
function alertmanagerAlert(now: Date, report: AlertReport) {
  const { id, kind, severity, subject, sentence, raised_at, resolved_at, page, runbook, source } = report;
  return {
    labels: { alertname: kind, severity, subject, alert_id: id, instance: source },
    annotations: { summary: sentence, runbook_url: runbook },
    generatorURL: page,
    startsAt: raised_at,
    endsAt: resolved_at ?? new Date(now.getTime() + OPEN_MS).toISOString(),
  };
}
