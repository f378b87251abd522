import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { dataOf, id, idParams, time } from '../shapes.ts';
import { onSurface } from '../surface.ts';

export const RECEIVER_FORMS = ['json', 'slack', 'pagerduty', 'alertmanager'] as const;
export const SEVERITIES = ['info', 'warning', 'critical'] as const;

const receiver = z.object({
  id,
  name: z.string(),
  form: z.enum(RECEIVER_FORMS),
  /** From which severity on it is told. */
  severity: z.enum(SEVERITIES),
  /** Of its address, which isn't shown again. */
  host: z.string(),
  created_at: time,
  created_by: z.string(),
  delivered_at: time.nullable(),
  /** When the last delivery failed, if it did, and how. */
  failed_at: time.nullable(),
  failure: z.string().nullable(),
});
export type AlertReceiver = z.infer<typeof receiver>;

const editor = { guards: ['auth', 'admin', 'role:approver'], stepUp: 'always' } as const;

export const listAlertReceivers = call({
  method: 'GET',
  path: '/api/admin/alert-receivers',
  summary: 'Servers that are told of alerts, without their secrets',
  guards: ['auth', 'admin', 'role:approver,auditor'],
  inVault: true,
  reply: dataOf(z.array(receiver)),
});

export const addAlertReceiver = call({
  ...editor,
  method: 'POST',
  path: '/api/admin/alert-receivers',
  summary: 'Have a server told of alerts from a severity on',
  inVault: true,
  idempotent: true,
  body: z.strictObject({
    name: onSurface('name', z.string().trim().min(1, messageKey('invalid.missing')).max(60)),
    form: z.enum(RECEIVER_FORMS),
    severity: z.enum(SEVERITIES),
    /** Of the public internet, by HTTPS. Sealed by the vault and never shown again. */
    url: onSurface('unstored', z.url(messageKey('receivers.address')).max(500)),
    /** Signs JSON, or is PagerDuty's routing key or a bearer token for Alertmanager; Slack needs none. */
    secret: onSurface('unstored', z.string().min(16, messageKey('receivers.secret_short')).max(200)).nullable(),
  }),
  reply: dataOf(receiver),
  status: 201,
});

export const removeAlertReceiver = call({
  ...editor,
  method: 'POST',
  path: '/api/admin/alert-receivers/{id}/remove',
  summary: 'Tell a server of no more alerts',
  inVault: true,
  params: idParams,
});

export const testAlertReceiver = call({
  ...editor,
  method: 'POST',
  path: '/api/admin/alert-receivers/{id}/test',
  summary: 'Send a test, and say what the server answered',
  inVault: true,
  perMinute: 10,
  params: idParams,
  reply: dataOf(
    z.object({
      delivered: z.boolean(),
      /** null if there was no answer. */
      status: z.int().nullable(),
      /** Why there was none. */
      failure: z.enum(['address', 'network', 'timeout', 'too_long']).nullable(),
      /** The beginning of an answer with status 200. */
      text: z.string(),
    }),
  ),
});
