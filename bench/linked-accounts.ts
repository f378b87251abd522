// A synthetic population of 90 days: farms of 10 to 50 accounts that share browsers, a wallet, a network or nothing, and honest
// people alone, in families, flats and offices. How many of each are linked, wait for a person, and what limits they are left.
import { transaction } from '#platform/db/transaction.ts';
import { openBenchDatabase } from './support/bench-shop.ts';
import { drawPopulation, judgePopulation } from './support/linked-population.ts';
import { writeResult } from './support/machine.ts';

const SEED = 20_260_101;

const database = await openBenchDatabase();
try {
  const { sql } = database;
  const population = drawPopulation(
    {
      farm_device: 5,
      farm_funding: 5,
      farm_device_and_funding: 5,
      farm_network: 5,
      farm_nothing_shared: 2,
      single: 900,
      family: 120,
      family_one_device: 30,
      roommates: 30,
      office: 1,
    },
    SEED,
  );
  const began = performance.now();
  // One commit instead of thousands: what is measured is the judging.
  const kinds = await transaction(sql, (tx) => judgePopulation(tx, population));
  const [links] = await sql<{ count: number }[]>`select count(*) from account_links`;
  await writeResult('linked-accounts', sql, {
    seed: SEED,
    accounts: Object.values(kinds).reduce((sum, { accounts }) => sum + accounts, 0),
    links: links!.count,
    ms_a_link: Number(((performance.now() - began) / links!.count).toFixed(2)),
    kinds,
  });
} finally {
  await database.close();
}
