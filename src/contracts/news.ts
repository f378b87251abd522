import { z } from 'zod';
import { call } from './call.ts';
import { dataOf, id, pageOf, pageQuery, time } from './shapes.ts';

export const listNews = call({
  method: 'GET',
  path: '/api/news',
  summary: 'News, newest first',
  guards: ['auth'],
  query: z.object(pageQuery),
  reply: pageOf(z.object({ id, title: z.string(), content: z.string(), published_at: time })),
});

export const listFaqs = call({
  method: 'GET',
  path: '/api/faqs',
  summary: 'Questions and answers by topic',
  guards: ['auth'],
  reply: dataOf(z.array(z.object({ id, topic: z.string(), question: z.string(), answer: z.string() }))),
});
