import type { RequestListener } from 'node:http';

const BODY_MS = 10_000;
/** A file of cards may be 15 MB over a slow line: the server's own limit holds for it. */
const UPLOADS = /^\/(api\/resellers\/[^/]+\/imports|reseller\/import\/[^/]+)\b/;

/** Cuts off whoever sends the body of anything but an upload by drops. */
export const cutSlowBodies: RequestListener = (request) => {
  if (request.complete || UPLOADS.test(request.url ?? '')) return;
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, BODY_MS);
  request.once('close', () => clearTimeout(timer));
};
