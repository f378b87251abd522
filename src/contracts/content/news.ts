import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { dataOf, id, idParams, pageOf, pageQuery, time } from '../shapes.ts';
import { line, lines, moment, read_at, state } from './shared.ts';

const item = z.object({
  id,
  title: z.string(),
  /** Markdown, as it was written. */
  content: z.string(),
  /** The content as safe HTML: no raw HTML, no images, and links to web and mail addresses only. */
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
  reply: pageOf(item),
});

export const readNews = call({
  method: 'POST',
  path: '/api/news/read',
  summary: 'Mark the news up to now as read',
  guards: ['auth'],
});

const feedReply = dataOf(z.object({ url: z.string().nullable() }));

/** The address is the user's secret: anyone who has it can read the news without signing in. */
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

/** Must come after the calls whose paths look like an id. */
export const getNews = call({
  method: 'GET',
  path: '/api/news/{id}',
  summary: 'One item of the news',
  guards: ['auth'],
  params: idParams,
  reply: dataOf(item),
});

const text = z.object({
  id,
  title: z.string(),
  content: z.string(),
  state,
  published_at: time.nullable(),
  created_at: time,
  updated_at: time,
});

const written = {
  title: line(200, 'texts.title_missing'),
  content: lines(8000, 'texts.content_missing'),
  published_at: moment,
};

export const listAllNews = call({
  method: 'GET',
  path: '/api/admin/news',
  summary: 'Every item of the news, drafts and what is to come included',
  guards: ['auth', 'admin'],
  query: z.object(pageQuery),
  reply: pageOf(text),
});

export const getNewsText = call({
  method: 'GET',
  path: '/api/admin/news/{id}',
  summary: 'One item of the news as it was written',
  guards: ['auth', 'admin'],
  params: idParams,
  reply: dataOf(text),
});

export const writeNews = call({
  method: 'POST',
  path: '/api/admin/news',
  summary: 'Write an item of the news',
  guards: ['auth', 'admin'],
  body: z.strictObject({ ...written, published_at: moment.default(null) }),
  reply: dataOf(text),
  status: 201,
});

export const changeNews = call({
  method: 'PATCH',
  path: '/api/admin/news/{id}',
  summary: 'Change, publish or take back an item of the news',
  guards: ['auth', 'admin'],
  params: idParams,
  body: z.strictObject({ ...z.object(written).partial().shape, read_at }),
  reply: dataOf(text),
});

export const removeNews = call({
  method: 'DELETE',
  path: '/api/admin/news/{id}',
  summary: 'Remove a draft of the news',
  guards: ['auth', 'admin'],
  params: idParams,
});

export const previewMarkdown = call({
  method: 'POST',
  path: '/api/admin/news/preview',
  summary: 'What Markdown will look like',
  guards: ['auth', 'admin'],
  body: z.strictObject({ content: z.string().max(8000, messageKey('invalid.most_characters')) }),
  reply: dataOf(z.object({ html: z.string() })),
});
