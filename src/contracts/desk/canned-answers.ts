import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { line, lines } from '../content/editor-calls.ts';
import { dataOf, id, idParams, time } from '../shapes.ts';
import { MAX_TAGS, tag } from './desk.ts';

const reads = ['auth', 'admin', 'role:support,auditor'] as const;
const guards = ['auth', 'admin', 'role:support'] as const;
const one = { guards, params: idParams } as const;

/** What a canned answer can name in double braces. */
export const CANNED_VARIABLES = ['buyer', 'ticket', 'subject', 'order', 'card', 'payment'] as const;

/** What becomes of a ticket when the answer is sent to it. */
const besides = {
  /** What it is marked with. */
  tags: z.array(tag).max(MAX_TAGS, messageKey('desk.too_many_tags')),
  /** Null: it waits for its buyer. */
  settle: z.enum(['solved', 'closed']).nullable(),
};

const cannedBody = z.strictObject({
  name: line(60, messageKey('desk.canned_name_missing')),
  /** By language, at least in English. */
  bodies: z
    .record(z.string().regex(/^[a-z]{2}$/), lines(4000, messageKey('desk.canned_missing')))
    .refine((bodies) => 'en' in bodies, messageKey('desk.canned_missing')),
  tags: besides.tags.default([]),
  settle: besides.settle.default(null),
});

const canned = z.object({
  id,
  name: z.string(),
  bodies: z.record(z.string(), z.string()),
  ...besides,
  updated_at: time,
});
export type CannedAnswer = z.infer<typeof canned>;

export const listCannedAnswers = call({
  method: 'GET',
  path: '/api/admin/canned-answers',
  summary: 'Answers that staff keeps ready, by name',
  guards: reads,
  reply: dataOf(z.array(canned)),
});

export const addCannedAnswer = call({
  method: 'POST',
  path: '/api/admin/canned-answers',
  summary: 'Keep an answer ready',
  guards,
  body: cannedBody,
  reply: dataOf(z.object({ id })),
  status: 201,
});

export const changeCannedAnswer = call({
  ...one,
  method: 'PUT',
  path: '/api/admin/canned-answers/{id}',
  summary: 'Change an answer that is kept ready',
  body: cannedBody,
});

export const removeCannedAnswer = call({
  ...one,
  method: 'DELETE',
  path: '/api/admin/canned-answers/{id}',
  summary: 'Remove an answer that is kept ready',
});

export const listFilledAnswers = call({
  method: 'GET',
  path: '/api/admin/tickets/{id}/canned-answers',
  summary:
    "The answers kept ready, in the language of a ticket's buyer and with the ticket's facts filled in; the look is audited",
  changesState: true,
  guards: reads,
  params: idParams,
  reply: dataOf(z.array(z.object({ id, name: z.string(), body: z.string(), ...besides }))),
});
