import { expect, test } from 'vitest';
import { fakeNode, fakeRpcNode } from './fake-node.testonly.ts';
import { type RpcError, rpcClient } from './json-rpc.ts';

const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: RpcError) => error,
  );

test('a result is returned, and credentials in the URL become a header', async () => {
  const url = await fakeNode((body, response, request) => {
    const { id } = JSON.parse(body);
    response.end(JSON.stringify({ id, result: { path: request.url, auth: request.headers.authorization } }));
  });
  const withUser = url.replace('http://', 'http://us%40er:p%3Ass@');
  const basic = `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`;
  expect(await rpcClient(`${withUser}/wallet`).call('m')).toEqual({ path: '/wallet', auth: basic });
});

test('a batch keeps the order of the calls whatever the order of the answers', async () => {
  const rpc = rpcClient(await fakeRpcNode({ double: (n: number) => n * 2 }));
  const calls = Array.from({ length: 250 }, (_, n) => ({ method: 'double', params: [n] }));
  expect(await rpc.batch(calls)).toEqual(calls.map((_, n) => n * 2));
});

test.each([
  [401, '', 'unauthorised'],
  [503, 'Work queue depth exceeded', 'busy'],
  [429, 'slow down', 'busy'],
  [200, '<html>hello</html>', 'bad_reply'],
  [502, 'Bad gateway', 'bad_reply'],
  [200, '"text"', 'bad_reply'],
  [200, '{"id":1}', 'bad_reply'],
  [500, '{"id":1,"error":{"code":-28,"message":"Loading block index"}}', 'warming_up'],
  [200, '{"id":1,"error":{"code":-5,"message":"No such thing"}}', 'rpc'],
])('HTTP %i with %j is the failure "%s"', async (status, text, reason) => {
  const url = await fakeNode((_, response) => response.writeHead(status).end(text));
  expect(await failure(rpcClient(url).call('m'))).toMatchObject({ name: 'RpcError', reason });
});

test('the code and words of the node stand in the error', async () => {
  const url = await fakeNode((_, response) => response.end('{"id":1,"error":{"code":-8,"message":"out of range"}}'));
  expect(await failure(rpcClient(url).call('getblockhash'))).toMatchObject({
    code: -8,
    message: 'getblockhash: out of range',
  });
});

test('one error in a batch fails the batch, and so does a batch refused whole', async () => {
  const rpc = rpcClient(await fakeRpcNode({ ok: () => 1 }));
  expect(await failure(rpc.batch([{ method: 'ok' }, { method: 'nope' }]))).toMatchObject({
    reason: 'rpc',
    code: -32601,
  });
  const url = await fakeNode((_, response) =>
    response.end('{"id":null,"error":{"code":-32600,"message":"no batches"}}'),
  );
  expect(await failure(rpcClient(url).batch([{ method: 'ok' }]))).toMatchObject({ message: 'batch: no batches' });
});

test('a slow, an endless, a dead and a redirecting node are told apart, and no password is told', async () => {
  const slow = await fakeNode(() => {});
  expect(await failure(rpcClient(slow, { timeoutMs: 50 }).call('m'))).toMatchObject({ reason: 'timeout' });
  const endless = await fakeNode((_, response) => response.end('x'.repeat(2000)));
  expect(await failure(rpcClient(endless, { maxBytes: 1000 }).call('m'))).toMatchObject({ reason: 'too_large' });
  const elsewhere = await fakeNode((_, response) => response.writeHead(302, { location: slow }).end());
  expect(await failure(rpcClient(elsewhere).call('m'))).toMatchObject({ reason: 'unreachable' });
  const error = (await failure(rpcClient('http://user:hunter2@127.0.0.1:9').call('m'))) as RpcError;
  expect(error).toMatchObject({ reason: 'unreachable' });
  expect(`${error.message} ${error.stack}`).not.toContain('hunter2');
});
