import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { transaction } from '../db/transaction.ts';
import { appendEvent } from './append-event.ts';
import { PLACED_TOPIC, placeEvents } from './place-events.ts';

const { sql } = await createTestDatabase({ max: 30 });

const append = (db: Parameters<typeof appendEvent>[0], channel: string, n = 0) =>
  appendEvent(db, { channel, event: 'tick', data: { n } });

const placed = (channel: string) =>
  sql<{ n: number; position: number; seq: number }[]>`
    select (data ->> 'n')::int as n, position, seq from events where channel = ${channel} order by seq`;

test('an event whose transaction commits late is numbered after those that were visible before it', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let written = () => {};
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  const slow = transaction(sql, async (tx) => {
    await append(tx, 'private-late', 1);
    written();
    await held;
  });
  await isWritten;
  await append(sql, 'private-late', 2);
  expect(await placeEvents(sql)).toBe(1);
  release();
  await slow;
  expect(await placeEvents(sql)).toBe(1);
  expect((await placed('private-late')).map(({ n, seq }) => [n, seq])).toEqual([
    [2, 1],
    [1, 2],
  ]);
});

test('racing transactions and placers lose no event, and leave no gap in a channel or in all', async () => {
  const channels = ['private-a', 'private-b', 'private-c'];
  const seen: number[] = [];
  // Like every process, this reader only reads above the highest position it has seen.
  let cursor = (await sql<{ last: number }[]>`select last from event_counters where channel = 'all'`)[0]!.last;
  const start = cursor;
  const read = async () => {
    const rows = await sql<{ position: number }[]>`
      select position from events where position > ${cursor} order by position`;
    seen.push(...rows.map(({ position }) => position));
    cursor = rows.at(-1)?.position ?? cursor;
  };
  const writers = Array.from({ length: 200 }, (_, n) =>
    transaction(sql, async (tx) => {
      await append(tx, channels[n % 3]!, n);
      // Transactions of different duration, so that commits overtake each other.
      await tx`select pg_sleep(${((n * 7) % 5) / 1000})`;
      if (n % 10 === 0) throw new Error('rolled back');
    }).catch((error: Error) => expect(error.message).toBe('rolled back')),
  );
  let writing = true;
  const followers = Array.from({ length: 3 }, async (_, n) => {
    while (writing) {
      await placeEvents(sql);
      if (n === 0) await read();
    }
  });
  await Promise.all(writers);
  writing = false;
  await Promise.all(followers);
  await placeEvents(sql);
  await read();
  expect(seen).toEqual(Array.from({ length: 180 }, (_, n) => start + n + 1));
  const all = await Promise.all(channels.map(placed));
  expect(all.flat().length).toBe(180);
  for (const rows of all) expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
});

test('more events than one batch are all placed, and listeners hear how far', async () => {
  const heard: string[] = [];
  const listening = await sql.listen(PLACED_TOPIC, (payload) => heard.push(payload));
  await sql`
    insert into events (channel, event, data) select 'private-many', 'tick', '{}' from generate_series(1, 1200)`;
  expect(await placeEvents(sql)).toBe(1200);
  expect(await placeEvents(sql)).toBe(0);
  const last = (await placed('private-many')).at(-1)!;
  expect(last.seq).toBe(1200);
  await expect.poll(() => heard.at(-1)).toBe(String(last.position));
  expect(heard.length).toBe(3);
  await listening.unlisten();
});

test('whoever places is woken by a commit, and by nothing that was rolled back', async () => {
  let woken = 0;
  sql.placer.wake = () => {
    woken += 1;
  };
  await append(sql, 'private-woken');
  expect(woken).toBe(1);
  await transaction(sql, async (tx) => {
    await append(tx, 'private-woken');
    await append(tx, 'private-woken');
    expect(woken).toBe(1);
  });
  expect(woken).toBe(2);
  await transaction(sql, async () => {});
  await transaction(sql, async (tx) => {
    await append(tx, 'private-woken');
    throw new Error('no');
  }).catch(() => {});
  expect(woken).toBe(2);
});
