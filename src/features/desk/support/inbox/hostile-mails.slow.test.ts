import nodemailer from 'nodemailer';
import { afterAll, expect, test } from 'vitest';
import * as support from '#contracts/desk/support.ts';
import { longestTurnMs } from '#tests/support/longest-turn.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { hostileMails } from '../../../../../tools/hostile-mails.ts';
import { replyAddress } from './reply-address.ts';
import { startInbox } from './start-inbox.ts';

const inbox = { host: '127.0.0.1', port: 0, domain: 'reply.example.com', tls: null };
const shop = await createTestShop({ inbox });
const { port, stop } = await startInbox(shop.ctx, inbox);
afterAll(stop);
const client = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true, pool: true, maxMessages: 1000 });
afterAll(() => client.close());

test('of 200 hostile mails each gets an answer, none holds a request up or ends anything, and an honest one is taken afterwards', async () => {
  const buyer = await shop.createUser();
  const body = { category: 'other', subject: 'My question', body: 'Where is it?' };
  const { id, number } = (await shop.as(buyer)(support.createTicket, { body })).body.data;
  const envelope = { from: buyer.email, to: replyAddress(shop.ctx, inbox, number) };
  const send = async (raw: string): Promise<string> => {
    await shop.sql`delete from throttles where key like 'inbox:%' or key like 'ticket:mail:%'`;
    const sent = client.sendMail({ envelope, raw });
    return sent.then(
      ({ response }) => response,
      (error: { response?: string }) => error.response ?? 'cut off',
    );
  };
  const mails = hostileMails(buyer.email, 60_000);
  expect(mails).toHaveLength(200);
  const answers = new Map<string, string>();
  // The first mail loads what the others find loaded.
  answers.set(mails[0]!.kind, await send(mails[0]!.raw));
  const longest = await longestTurnMs(async () => {
    for (const { kind, raw } of mails.slice(1)) answers.set(kind, await send(raw));
  });
  expect(longest).toBeLessThan(50);
  expect([...answers].filter(([, answer]) => !/^(250|55[02]) /.test(answer))).toEqual([]);
  expect(answers.get('parts in each other, 60000')).toMatch(/^550 .*couldn't read/);
  for (const kind of [...answers.keys()].filter((one) => one.endsWith(' in From')))
    expect(answers.get(kind), kind).toMatch(/^55[02] .*(owner|too large)/);
  expect(await send(`From: ${buyer.email}\r\nContent-Type: text/html\r\n\r\n<p>Still <b>missing</b>.</p>`)).toMatch(
    /^250 /,
  );
  const { body: seen } = await shop.as(buyer)(support.getTicket, { params: { id } });
  expect(seen.data.comments.at(-1)!.body).toBe('Still missing.');
});
