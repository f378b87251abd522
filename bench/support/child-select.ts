import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from '#platform/db/driver/index.js';

// The floor: node:http and postgres.js, one indexed select of 20 rows as JSON, and nothing else.
const sql = postgres(process.env.BENCH_DATABASE_URL ?? '', { max: 10 });
const server = createServer(async (_request, response) => {
  const rows = await sql`
    select id, programme_id, face_cents, price_cents, discount_bp, expires_on
    from cards where state = 'available' order by id desc limit 20`;
  const body = JSON.stringify({ data: rows });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once('disconnect', () => process.exit(0));
