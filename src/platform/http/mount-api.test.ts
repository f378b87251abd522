import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { type Call, call } from '#contracts/call.ts';
import { createLogger } from '#platform/log.ts';
import { mountApi } from './mount-api.ts';

const get = (path: string) => call({ method: 'GET', path, summary: 'Nothing', guards: [] });

test('a path of its own is not taken for the parameter of another call, whatever order the calls come in', async () => {
  const app = new Hono();
  const pipeline = {
    asker: () => ({ token: null, client, who: async () => ({ user: null, client }) }),
    run: async ({ path }: Call) => ({ status: 200, body: { path }, headers: {} }),
  };
  const client = { address: '', user_agent: '', locale: 'en' };
  const calls = [get('/api/news/{id}'), get('/api/news/feed'), get('/api/news')];
  mountApi(app, calls, pipeline, { log: createLogger('silent'), clientOf: () => client });
  for (const path of ['/api/news/feed', '/api/news']) expect(await (await app.request(path)).json()).toEqual({ path });
  expect(await (await app.request('/api/news/7')).json()).toEqual({ path: '/api/news/{id}' });
});
