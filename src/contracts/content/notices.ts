import { z } from 'zod';
import { call } from '../call.ts';
import { dataOf, id, idParams, pageOf, pageQuery, time } from '../shapes.ts';
import { line, lines, moment, read_at, state } from './shared.ts';

const notice = z.object({
  id,
  title: z.string(),
  /** Plain text, never HTML: line breaks are kept, and the marker `_#` is a space. */
  content: z.string(),
  starts_at: time,
});
export type Notice = z.infer<typeof notice>;

export const listNotices = call({
  method: 'GET',
  path: '/api/notices',
  summary: 'All notices of today, newest first',
  guards: ['auth'],
  query: z.object(pageQuery),
  reply: pageOf(notice.extend({ seen: z.boolean() })),
});

export const latestNotice = call({
  method: 'GET',
  path: '/api/notice/latest',
  summary: 'The latest notice that the user has not seen; 204 when there is none',
  guards: ['auth'],
  reply: dataOf(notice).optional(),
});

/** This GET is fixed by the API: idempotent, never cached, refused to prefetchers. */
export const seeNotice = call({
  method: 'GET',
  path: '/api/notice/userseen',
  summary: 'Mark a notice as seen; without an id, all that show now',
  guards: ['auth'],
  changesState: true,
  query: z.object({ id: id.optional() }),
});

const text = z.object({
  id,
  title: z.string(),
  content: z.string(),
  state,
  starts_at: time.nullable(),
  ends_at: time.nullable(),
  seen_by: z.int(),
  created_at: time,
  updated_at: time,
});

const written = {
  title: line(200, 'texts.title_missing'),
  content: lines(4000, 'texts.content_missing'),
  starts_at: moment,
  ends_at: moment,
};

export const listAllNotices = call({
  method: 'GET',
  path: '/api/admin/notices',
  summary: 'Every notice, drafts and past ones included',
  guards: ['auth', 'admin'],
  query: z.object(pageQuery),
  reply: pageOf(text),
});

export const getNoticeText = call({
  method: 'GET',
  path: '/api/admin/notices/{id}',
  summary: 'One notice as it was written',
  guards: ['auth', 'admin'],
  params: idParams,
  reply: dataOf(text),
});

export const writeNotice = call({
  method: 'POST',
  path: '/api/admin/notices',
  summary: 'Write a notice',
  guards: ['auth', 'admin'],
  body: z.strictObject({ ...written, starts_at: moment.default(null), ends_at: moment.default(null) }),
  reply: dataOf(text),
  status: 201,
});

export const changeNotice = call({
  method: 'PATCH',
  path: '/api/admin/notices/{id}',
  summary: 'Change, start or end a notice',
  guards: ['auth', 'admin'],
  params: idParams,
  body: z.strictObject({ ...z.object(written).partial().shape, read_at }),
  reply: dataOf(text),
});

export const removeNotice = call({
  method: 'DELETE',
  path: '/api/admin/notices/{id}',
  summary: 'Remove a draft of a notice',
  guards: ['auth', 'admin'],
  params: idParams,
});
