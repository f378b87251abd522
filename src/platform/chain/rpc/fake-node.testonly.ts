import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** An HTTP server on loopback that acts as a node and stops with the test. */
export async function fakeNode(answer: (body: string, response: ServerResponse, request: IncomingMessage) => void) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    answer(body, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Methods = Record<string, (...params: never[]) => unknown>;

/** A node that answers JSON-RPC from functions by method name; a thrown `{ code, message }` becomes its error. */
export function fakeRpcNode(methods: Methods) {
  const answerOne = ({ id, method, params }: { id: number; method: string; params: never[] }) => {
    try {
      const found = methods[method];
      if (!found) throw { code: -32601, message: 'Method not found' };
      return { jsonrpc: '2.0', id, result: found(...params) };
    } catch (error) {
      return { jsonrpc: '2.0', id, error };
    }
  };
  return fakeNode((body, response) => {
    const request = JSON.parse(body);
    response.end(JSON.stringify(Array.isArray(request) ? request.map(answerOne).reverse() : answerOne(request)));
  });
}
