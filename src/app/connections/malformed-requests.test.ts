import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { answerClientErrors } from './malformed-requests.ts';

test('a client that never sends anything is told so and loses its connection, even if it keeps its side open', async () => {
  const server = createServer({ headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 });
  answerClientErrors(server, { config: readConfig({}, '/nonexistent') });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const silent = connect({ port: (server.address() as AddressInfo).port, allowHalfOpen: true });
  onTestFinished(() => {
    silent.destroy();
    server.close();
  });
  const [answer] = await once(silent.setEncoding('utf8'), 'data');
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  const connections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
});
