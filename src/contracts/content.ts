import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from './call.ts';
import { editorCalls, line, lines, moment } from './editor-calls.ts';
import { dataOf, id, idParams, pageOf, pageQuery, searchText, time } from './shapes.ts';
import { onSurface } from './surface.ts';

const newsItem = z.object({
  id,
  title: z.string(),
  /** Markdown, as it was written. */
  content: z.string(),
  /** The content as safe HTML: no raw HTML, no images, no links but to web and mail addresses. */
  content_html: z.string(),
  published_at: time,
  /** Published since the reader last marked the news as read. */
  unread: z.boolean(),
});

export const listNews = call({
  method: 'GET',
  path: '/api/news',
  summary: 'News, newest first',
  guards: ['auth'],
  query: z.object(pageQuery),
  reply: pageOf(newsItem),
});

export const readNews = call({
  method: 'POST',
  path: '/api/news/read',
  summary: 'Mark the news up to now as read',
  guards: ['auth'],
});

const feedReply = dataOf(z.object({ url: z.string().nullable() }));

/** The address is a secret of its user: whoever has it reads the news without signing in. */
export const getNewsFeed = call({
  method: 'GET',
  path: '/api/news/feed',
  summary: "The private address of the user's Atom feed, null while there is none",
  guards: ['auth'],
  secret: true,
  reply: feedReply,
});

export const openNewsFeed = call({
  method: 'POST',
  path: '/api/news/feed',
  summary: 'Make a private address for the Atom feed; one that was there ends',
  guards: ['auth'],
  secret: true,
  perMinute: 10,
  reply: feedReply,
});

export const closeNewsFeed = call({
  method: 'DELETE',
  path: '/api/news/feed',
  summary: 'End the private address of the Atom feed',
  guards: ['auth'],
});

export const getNews = call({
  method: 'GET',
  path: '/api/news/{id}',
  summary: 'One item of the news',
  guards: ['auth'],
  params: idParams,
  reply: dataOf(newsItem),
});

export const newsEditor = editorCalls({
  path: '/api/admin/news',
  noun: 'news item',
  columns: { title: z.string(), content: z.string(), published_at: time.nullable() },
  written: {
    title: line(200, 'content.title_missing'),
    content: lines(8000, 'content.content_missing'),
    published_at: moment,
  },
  initially: { published_at: moment.default(null) },
});

export const previewMarkdown = call({
  method: 'POST',
  path: '/api/admin/news/preview',
  summary: 'What Markdown will look like',
  guards: ['auth', 'admin', 'role:publisher'],
  body: z.strictObject({ content: onSurface('text', z.string().max(8000, messageKey('invalid.maximum_characters'))) }),
  reply: dataOf(z.object({ html: z.string() })),
});

const notice = z.object({
  id,
  title: z.string(),
  /** Plain text, never HTML: a line break is a line break, and the marker `_#` a space. */
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

export const noticeEditor = editorCalls({
  path: '/api/admin/notices',
  noun: 'notice',
  columns: {
    title: z.string(),
    content: z.string(),
    starts_at: time.nullable(),
    ends_at: time.nullable(),
    seen_by: z.int(),
  },
  written: {
    title: line(200, 'content.title_missing'),
    content: lines(4000, 'content.content_missing'),
    starts_at: moment,
    ends_at: moment,
  },
  initially: { starts_at: moment.default(null), ends_at: moment.default(null) },
});

export const listFaqs = call({
  method: 'GET',
  path: '/api/faqs',
  summary: 'Questions and answers by topic; with `q`, those that hold every word of it',
  guards: ['auth'],
  query: z.object({ q: searchText.optional() }),
  reply: dataOf(z.array(z.object({ id, topic: z.string(), question: z.string(), answer: z.string() }))),
});

/** Within the topic, smaller ones first. */
const position = z
  .int(messageKey('content.position_wrong'))
  .min(0, messageKey('content.position_wrong'))
  .max(9999, messageKey('content.position_wrong'));

export const faqEditor = editorCalls({
  path: '/api/admin/faqs',
  noun: 'question',
  columns: { topic: z.string(), question: z.string(), answer: z.string(), position: z.int(), published: z.boolean() },
  written: {
    topic: line(60, 'content.topic_missing'),
    question: line(300, 'content.question_missing'),
    answer: lines(4000, 'content.answer_missing'),
    position,
    published: z.boolean(),
  },
  initially: { position: position.default(0), published: z.boolean().default(false) },
});
