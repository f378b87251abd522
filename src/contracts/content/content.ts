import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { dataOf, id, idParams, pageOf, pageQuery, searchText, time } from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { editorCalls, inLanguages, language, line, lines, markdownLines, moment, perLanguage } from './editor-calls.ts';

/** Longer than other texts: some terms fill twenty pages. */
export const LEGAL_CHARS = 40_000;
/** As JSON, a character takes up to six bytes. */
const LEGAL_BODY_BYTES = 6 * LEGAL_CHARS + 4096;

const newsItem = z.object({
  id,
  title: z.string(),
  /** Markdown, as it was written. */
  content: z.string(),
  /** The content as safe HTML: no raw HTML, no images, no links but to web and mail addresses. */
  content_html: z.string(),
  published_at: time,
  /** The language of title and content: the reader's, or the shop's default where there is no translation. */
  locale: z.string(),
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

const newsFields = { title: line(200, 'content.title_missing'), content: lines(8000, 'content.content_missing') };
const titled = { title: z.string(), content: z.string() };

export const newsEditor = editorCalls({
  path: '/api/admin/news',
  noun: 'news item',
  columns: { ...inLanguages(titled), published_at: time.nullable(), ends_at: time.nullable() },
  written: { ...newsFields, translations: perLanguage(newsFields), published_at: moment, ends_at: moment },
  initially: {
    translations: perLanguage(newsFields).default({}),
    published_at: moment.default(null),
    ends_at: moment.default(null),
  },
});

export const previewMarkdown = call({
  method: 'POST',
  path: '/api/admin/news/preview',
  summary: 'What Markdown will look like',
  guards: ['auth', 'admin', 'role:publisher'],
  bodyLimitBytes: LEGAL_BODY_BYTES,
  body: z.strictObject({
    content: onSurface('document', z.string().max(LEGAL_CHARS, messageKey('invalid.maximum_characters'))),
  }),
  reply: dataOf(z.object({ html: z.string() })),
});

const notice = z.object({
  id,
  title: z.string(),
  /** Plain text, never HTML: a line break is a line break, and the marker `_#` a space. */
  content: z.string(),
  /** The language of title and content. */
  locale: z.string(),
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

const noticeFields = { title: line(200, 'content.title_missing'), content: lines(4000, 'content.content_missing') };

export const NOTICE_ROLES = ['buyer', 'admin'] as const;
export const NOTICE_TIERS = [0, 1, 2] as const;

/** Whom a notice is meant for: an empty list means everybody. */
const audience = {
  roles: z.array(z.enum(NOTICE_ROLES)).max(2),
  tiers: z.array(z.int().min(0).max(2)).max(3),
  locales: z.array(language).max(20),
};

export const noticeEditor = editorCalls({
  path: '/api/admin/notices',
  noun: 'notice',
  columns: {
    ...inLanguages(titled),
    ...audience,
    starts_at: time.nullable(),
    ends_at: time.nullable(),
    seen_by: z.int(),
  },
  written: {
    ...noticeFields,
    translations: perLanguage(noticeFields),
    ...audience,
    starts_at: moment,
    ends_at: moment,
  },
  initially: {
    translations: perLanguage(noticeFields).default({}),
    roles: audience.roles.default([]),
    tiers: audience.tiers.default([]),
    locales: audience.locales.default([]),
    starts_at: moment.default(null),
    ends_at: moment.default(null),
  },
});

const faq = z.object({
  id,
  topic: z.string(),
  question: z.string(),
  /** Markdown, as it was written. */
  answer: z.string(),
  answer_html: z.string(),
  /** The language of topic, question and answer. */
  locale: z.string(),
});

export const listFaqs = call({
  method: 'GET',
  path: '/api/faqs',
  summary: 'Questions and answers by topic; with `q`, those that hold every word of it',
  guards: ['auth'],
  query: z.object({ q: searchText.optional() }),
  reply: dataOf(z.array(faq)),
});

export const suggestFaqs = call({
  method: 'POST',
  path: '/api/faqs/suggestions',
  summary: 'Up to three questions whose words a text shares, in your language; the text is stored nowhere',
  guards: ['auth'],
  perMinute: 60,
  body: z.strictObject({ text: onSurface('unstored', z.string().max(2000)) }),
  reply: dataOf(z.array(faq)),
});

/** Within the topic, smaller ones first. */
const position = z
  .int(messageKey('content.position_wrong'))
  .min(0, messageKey('content.position_wrong'))
  .max(9999, messageKey('content.position_wrong'));

const faqFields = {
  topic: line(60, 'content.topic_missing'),
  question: line(300, 'content.question_missing'),
  answer: lines(4000, 'content.answer_missing'),
};
const asked = { topic: z.string(), question: z.string(), answer: z.string() };

export const faqEditor = editorCalls({
  path: '/api/admin/faqs',
  noun: 'question',
  columns: { ...inLanguages(asked), position: z.int(), published_at: time.nullable(), ends_at: time.nullable() },
  written: { ...faqFields, translations: perLanguage(faqFields), position, published_at: moment, ends_at: moment },
  initially: {
    translations: perLanguage(faqFields).default({}),
    position: position.default(0),
    published_at: moment.default(null),
    ends_at: moment.default(null),
  },
});

export const LEGAL_KINDS = ['terms', 'privacy', 'imprint', 'accessibility'] as const;
const legalKind = z.enum(LEGAL_KINDS);

const legalText = z.object({
  /** null for the text that the shop brings along, until its operator publishes one. */
  id: id.nullable(),
  kind: legalKind,
  /** The language that it is written in. */
  locale: z.string(),
  /** As safe HTML. */
  content_html: z.string(),
  published_at: time.nullable(),
  /** Terms that whoever asks has not accepted yet: until then they can't buy. */
  pending: z.boolean(),
});
export type LegalText = z.infer<typeof legalText>;

export const getLegalText = call({
  method: 'GET',
  path: '/api/legal/{kind}',
  summary: 'The terms of service, privacy policy, imprint or accessibility statement in force',
  inMaintenance: true,
  guards: [],
  params: z.object({ kind: legalKind }),
  reply: dataOf(legalText),
});

export const getLegalVersion = call({
  method: 'GET',
  path: '/api/legal/{kind}/{id}',
  summary: 'A published version of a legal text, in force or not',
  inMaintenance: true,
  guards: [],
  params: z.object({ kind: legalKind, id }),
  reply: dataOf(legalText.extend({ in_force: z.boolean() })),
});

export const listAcceptedTerms = call({
  method: 'GET',
  path: '/api/users/accepted-terms',
  summary: 'The versions of the terms that the user has accepted, the latest first',
  guards: ['auth'],
  reply: dataOf(z.array(z.object({ id, locale: z.string(), published_at: time, accepted_at: time }))),
});

export const acceptTerms = call({
  method: 'POST',
  path: '/api/legal/terms/accept',
  summary: 'Accept the version of the terms that you read, by its id',
  guards: ['auth'],
  body: z.strictObject({ id }),
});

export const listMissingLegalTexts = call({
  method: 'GET',
  path: '/api/admin/legal-missing',
  summary: 'The legal texts that the operator has not published yet',
  guards: ['auth', 'admin', 'role:publisher,approver,auditor'],
  reply: dataOf(z.array(legalKind)),
});

/** A published version stays as it is: people agreed to it. */
export const legalEditor = editorCalls({
  path: '/api/admin/legal',
  noun: 'legal text',
  bodyLimitBytes: LEGAL_BODY_BYTES,
  columns: { kind: legalKind, locale: z.string(), content: z.string(), published_at: time.nullable() },
  written: {
    kind: legalKind,
    locale: language,
    content: markdownLines(LEGAL_CHARS, 'content.content_missing'),
    published_at: moment,
  },
  initially: { published_at: moment.default(null) },
});
