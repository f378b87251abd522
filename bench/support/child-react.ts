import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createElement as h } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import postgres from '#platform/db/driver/index.js';

// The floor: the same 20 rows in a plain table by react-dom/server alone; `/streamed` reads them first, `/` does not.
const sql = postgres(process.env.BENCH_DATABASE_URL ?? '', { max: 20 });
const read = () => sql<
  { id: string; name: string; level: string; country: string; face_cents: string; price_cents: string }[]
>`
  select c.id, p.name, p.level, p.country, c.face_cents, c.price_cents
  from (select * from cards where state = 'available' order by id desc limit 20) c join programmes p on p.id = c.programme_id`;
type Rows = Awaited<ReturnType<typeof read>>;
const kept = await read();

const page = (rows: Rows) =>
  h(
    'html',
    { lang: 'en' },
    h('head', null, h('title', null, 'Shop')),
    h(
      'body',
      null,
      h(
        'table',
        null,
        h(
          'tbody',
          null,
          rows.map(({ id, name, level, country, face_cents, price_cents }) =>
            h(
              'tr',
              { key: id },
              h('td', null, name),
              h('td', null, level),
              h('td', null, country),
              h('td', null, face_cents),
              h('td', null, price_cents),
              h(
                'td',
                null,
                h(
                  'form',
                  { method: 'post' },
                  h('input', { type: 'hidden', name: 'id', value: id }),
                  h('button', null, 'Buy'),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );

const server = createServer(async (request, response) => {
  const rows = request.url === '/streamed' ? await read() : kept;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  const { pipe } = renderToPipeableStream(page(rows), { onShellReady: () => pipe(response) });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once('disconnect', () => process.exit(0));
