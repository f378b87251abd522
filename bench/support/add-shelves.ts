import { DEMO_PROGRAMMES } from '#features/demo/stock/programmes.ts';
import { addBatch, addProgramme, addStaff, type BenchDatabase, settle } from './bench-shop.ts';

export interface Shelves {
  programmes: number;
  /** Of each programme; each has its own discount, price and expiry date. */
  batches: number;
  cards: number;
}

const FACES = [
  [500, 1_000, 1_500, 2_000, 2_500, 5_000, 10_000, 20_000],
  [1_000, 2_000, 2_500, 3_000, 5_000, 7_500, 10_000, 15_000],
  [500, 1_000, 2_000, 2_500, 5_000, 10_000, 15_000, 25_000],
];

/**
 * Stock as imports leave it: batch after batch, a programme's share falls with its rank, high face values are rare, and
 * a batch's cards share discount and rate.
 */
export async function addShelves(database: BenchDatabase, { programmes, batches, cards }: Shelves): Promise<void> {
  const { sql } = database;
  const staff = await addStaff(sql);
  const shelves: { id: string; rate: number; share: number }[] = [];
  for (let rank = 0; rank < programmes; rank++) {
    const { programme, usd_e9 } = DEMO_PROGRAMMES[rank % DEMO_PROGRAMMES.length]!;
    const face_values_cents = FACES[rank % FACES.length]!;
    const id = await addProgramme(sql, staff, { ...programme, name: `${programme.name} ${rank}`, face_values_cents });
    shelves.push({ id, rate: usd_e9, share: 1 / (rank + 4) });
  }
  const shares = shelves.reduce((sum, { share }) => sum + share, 0);
  for (let batch = 0; batch < batches; batch++) {
    for (const [rank, { id: programme_id, rate, share }] of shelves.entries()) {
      const discount_bp = 50 * ((batch * 17 + rank * 7) % 33) - 100;
      const batch_id = await addBatch(database, staff, { programme_id, discount_bp });
      const price = (rate * (1 + 0.003 * batch) * (10_000 - discount_bp)) / 10_000;
      const expires_on = batch % 2 === 0 ? null : `20${30 + (rank % 5)}-06-30`;
      await sql`
        insert into cards (programme_id, batch_id, state, issuer_confirmed, face_cents, price_cents, discount_bp, expires_on, sealed,
          blind_index)
        select ${programme_id}, ${batch_id}, 'available', true, face, round(face * ${price}::float8 / 1000000000), ${discount_bp}::int,
          ${expires_on}::date, decode(repeat('5a', 96), 'hex'), sha256((${batch_id} || n)::bytea)
        from generate_series(1, ${Math.round((cards * share) / shares / batches)}::int) as n cross join lateral (
          select face_values_cents[1 + floor(8 * power((n * 7919 % 1000) / 1000.0, 1.7))::int] as face
          from programmes where id = ${programme_id}
        ) as shelf`;
    }
  }
  await settle(sql);
}
