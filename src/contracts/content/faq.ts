import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { dataOf, id, idParams, pageOf, pageQuery, searchText, time } from '../shapes.ts';
import { line, lines, read_at } from './shared.ts';

export const listFaqs = call({
  method: 'GET',
  path: '/api/faqs',
  summary: 'Questions and answers by topic; with `q`, those that hold every word of it',
  guards: ['auth'],
  query: z.object({ q: searchText.optional() }),
  reply: dataOf(z.array(z.object({ id, topic: z.string(), question: z.string(), answer: z.string() }))),
});

const text = z.object({
  id,
  topic: z.string(),
  question: z.string(),
  answer: z.string(),
  position: z.int(),
  published: z.boolean(),
  created_at: time,
  updated_at: time,
});

const position = z
  .int(messageKey('texts.position_wrong'))
  .min(0, messageKey('texts.position_wrong'))
  .max(9999, messageKey('texts.position_wrong'));

const written = {
  topic: line(60, 'texts.topic_missing'),
  question: line(300, 'texts.question_missing'),
  answer: lines(4000, 'texts.answer_missing'),
  /** Within the topic, smaller ones first. */
  position,
  published: z.boolean(),
};

export const listAllFaqs = call({
  method: 'GET',
  path: '/api/admin/faqs',
  summary: 'Every question, drafts included',
  guards: ['auth', 'admin'],
  query: z.object(pageQuery),
  reply: pageOf(text),
});

export const getFaqText = call({
  method: 'GET',
  path: '/api/admin/faqs/{id}',
  summary: 'One question as it was written',
  guards: ['auth', 'admin'],
  params: idParams,
  reply: dataOf(text),
});

export const writeFaq = call({
  method: 'POST',
  path: '/api/admin/faqs',
  summary: 'Write a question and its answer',
  guards: ['auth', 'admin'],
  body: z.strictObject({ ...written, position: position.default(0), published: z.boolean().default(false) }),
  reply: dataOf(text),
  status: 201,
});

export const changeFaq = call({
  method: 'PATCH',
  path: '/api/admin/faqs/{id}',
  summary: 'Change, publish or take back a question',
  guards: ['auth', 'admin'],
  params: idParams,
  body: z.strictObject({ ...z.object(written).partial().shape, read_at }),
  reply: dataOf(text),
});

export const removeFaq = call({
  method: 'DELETE',
  path: '/api/admin/faqs/{id}',
  summary: 'Remove a question that is not published',
  guards: ['auth', 'admin'],
  params: idParams,
});
