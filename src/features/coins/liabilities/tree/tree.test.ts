import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BalanceProof } from '#contracts/coins/liabilities.ts';
import { writeSumStatement } from '#contracts/coins/sum-statement.ts';
import { vaultOf } from '#platform/vault/create-vault.ts';
import { checkProof } from '#web/pages/coins/proof/check/check-proof.ts';
import { isPublished } from '#web/pages/coins/proof/check/is-published.ts';
import { buildTree, type Chunk, heightFor } from './build-tree.ts';
import { findPath } from './find-path.ts';
import { growTree } from './grow-tree.ts';
import { createLeaves, keyOf } from './leaves.ts';
import { hashAt, NODE_BYTES, sumAt, writeLeaf, writeParent } from './node.ts';
import { padLeaves } from './pad-leaves.ts';
import { paddingSaltOf, saltOf } from './salt-of.ts';

const vault = vaultOf(Buffer.from('0123456789abcdef0123456789abcdef'));
const signer = vault.signer('published sum');
const night = { number: 7, at: new Date('2026-11-26T00:10:00.000Z') };

interface Balance {
  owner_id: string;
  cents: number;
}

/** What the shop would publish of a tree. */
function signed(tree: { total_cents: number; height: number; root: string }) {
  const { number } = night;
  const at = night.at.toISOString();
  const facts = { shop: 'https://shop.example', number, at, previous: null, reserves: [] };
  const statement = writeSumStatement({ ...facts, ...tree });
  return {
    number,
    at,
    total_cents: tree.total_cents,
    statement,
    digest: createHash('sha256').update(statement).digest('hex'),
    signature: signer.sign(statement).toString('hex'),
    public_key: signer.public_key.toString('hex'),
    provable: true,
  };
}

/** The published sum of these balances, and what makes proofs of it. */
async function published(balances: readonly Balance[]) {
  const leaves = createLeaves();
  leaves.add(balances.map((one) => ({ ...one, number: night.number, salt: saltOf(vault, night, one.owner_id) })));
  const height = heightFor(leaves.count);
  await padLeaves(leaves, 2 ** height, (index) => paddingSaltOf(vault, night, index));
  const { chunks, root } = await growTree(await leaves.sort());
  const sum = signed({ total_cents: sumAt(root, 0), height, root: hashAt(root, 0).toString('hex') });
  return { sum, chunks, height };
}

/** As the database picks them: of each level the piece in which the key lies. */
function proofOf(chunks: readonly Chunk[], owner_id: string): BalanceProof | null {
  const salt = saltOf(vault, night, owner_id);
  const above = [0, 1, 2, 3].flatMap(
    (level) => chunks.findLast((chunk) => chunk.level === level && chunk.first_key <= keyOf(salt)) ?? [],
  );
  const found = findPath(above, { number: night.number, salt, owner_id });
  return found && { owner_id, salt: salt.toString('hex'), ...found };
}

const balances = fc.uniqueArray(
  fc.record({ owner_id: fc.uuid(), cents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2 ** 40 })) }),
  { selector: ({ owner_id }) => owner_id, minLength: 1, maxLength: 40 },
);

describe('a tree of balances', () => {
  it('proves every balance in it, adds up to all of them, and proves nothing to anybody else', async () => {
    await fc.assert(
      fc.asyncProperty(balances, async (owners) => {
        const { sum, chunks } = await published(owners);
        expect(sum.total_cents).toBe(owners.reduce((total, { cents }) => total + cents, 0));
        for (const { owner_id, cents } of owners) {
          const proof = proofOf(chunks, owner_id)!;
          expect(proof.cents).toBe(cents);
          expect(await checkProof(sum, proof, owner_id)).toEqual({ fault: null, signature_checked: true });
        }
        expect(proofOf(chunks, randomUUID())).toBeNull();
      }),
      { numRuns: 10 },
    );
  });

  it('does so over more than one piece on each level', async () => {
    const owners = Array.from({ length: 70_000 }, (_, cents) => ({ owner_id: randomUUID(), cents }));
    const { sum, chunks, height } = await published(owners);
    expect([height, chunks.filter(({ level }) => level === 1).length]).toEqual([17, 2]);
    for (const { owner_id, cents } of owners.filter((_, index) => index % 1_000 === 0)) {
      const proof = proofOf(chunks, owner_id)!;
      expect([proof.cents, proof.path.length]).toEqual([cents, 17]);
      expect((await checkProof(sum, proof, owner_id)).fault).toBeNull();
    }
  });

  it('lies about nothing that a change of a proof could hide', async () => {
    const owners = Array.from({ length: 5 }, (_, index) => ({ owner_id: randomUUID(), cents: 100 + index }));
    const { sum, chunks } = await published(owners);
    const { owner_id } = owners[0]!;
    const proof = proofOf(chunks, owner_id)!;
    const step = (change: Partial<BalanceProof['path'][number]>, at = 0) => ({
      ...proof,
      path: proof.path.map((one, index) => (index === at ? { ...one, ...change } : one)),
    });
    const first = proof.path[0]!;
    const faultOf = async (changed: BalanceProof, id = owner_id) => (await checkProof(sum, changed, id)).fault;
    expect(await faultOf({ ...proof, cents: proof.cents + 1 })).toBe('root');
    expect(await faultOf({ ...proof, cents: proof.cents - 1 })).toBe('root');
    expect(await faultOf({ ...proof, salt: proof.salt.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) })).toBe(
      'root',
    );
    expect(await faultOf(step({ cents: first.cents + 1 }))).toBe('root');
    expect(await faultOf(step({ hash: createHash('sha256').digest('hex') }))).toBe('root');
    expect(await faultOf(step({ side: first.side === 'left' ? 'right' : 'left' }))).toBe('root');
    expect(await faultOf({ ...proof, path: proof.path.slice(1) })).toBe('sums');
    expect(await faultOf({ ...proof, cents: -1 })).toBe('sums');
    expect(await faultOf(step({ cents: -1 }))).toBe('sums');
    expect(await faultOf(step({ cents: 0.5 }))).toBe('sums');
    expect(await faultOf(step({ cents: Number.MAX_SAFE_INTEGER }))).toBe('sums');
    expect(await faultOf(step({ hash: `${first.hash}00` }))).toBe('sums');
    expect(await faultOf({ ...proof, salt: proof.salt.slice(2) })).toBe('sums');
    expect(await faultOf(proof, randomUUID())).toBe('owner');
  });

  it('shows two neighbours no less of each other than there is', async () => {
    // A dishonest shop owes both 50 and states 50. Hashed as a total, it could tell each that the other has nothing.
    const owners = [randomUUID(), randomUUID()];
    const salts = owners.map((owner_id) => saltOf(vault, night, owner_id));
    const nodes = Buffer.alloc(3 * NODE_BYTES);
    for (const [index, owner_id] of owners.entries())
      writeLeaf(nodes, index * NODE_BYTES, { number: night.number, salt: salts[index]!, owner_id, cents: 50 });
    nodes.writeBigUInt64BE(0n, NODE_BYTES);
    writeParent(nodes, 2 * NODE_BYTES, nodes, 0);
    const sum = signed({ total_cents: 50, height: 1, root: hashAt(nodes, 2 * NODE_BYTES).toString('hex') });
    const proofs = owners.map((owner_id, index) => ({
      owner_id,
      cents: 50,
      salt: salts[index]!.toString('hex'),
      path: [
        {
          side: index === 0 ? ('right' as const) : ('left' as const),
          cents: 0,
          hash: hashAt(nodes, (1 - index) * NODE_BYTES).toString('hex'),
        },
      ],
    }));
    const faults = await Promise.all(proofs.map((proof) => checkProof(sum, proof, proof.owner_id)));
    expect(faults.map(({ fault }) => fault)).toEqual([null, 'root']);
  });

  it('is worth nothing under a statement that was changed, or signed by somebody else', async () => {
    const owner_id = randomUUID();
    const { sum, chunks } = await published([{ owner_id, cents: 500 }]);
    const proof = proofOf(chunks, owner_id)!;
    const fault = async (changed: object) => (await checkProof({ ...sum, ...changed }, proof, owner_id)).fault;
    const digest = (statement: string) => createHash('sha256').update(statement).digest('hex');
    const raised = sum.statement.replace('total_cents: 500', 'total_cents: 900');
    expect(await fault({ total_cents: 900 })).toBe('statement');
    expect(await fault({ number: 8 })).toBe('statement');
    expect(await fault({ statement: `${sum.statement} `, digest: digest(`${sum.statement} `) })).toBe('statement');
    expect(await fault({ statement: raised, total_cents: 900, digest: digest(raised) })).toBe('signature');
    expect(await fault({ public_key: vault.signer('another').public_key.toString('hex') })).toBe('signature');
  });

  it('is worth nothing in a sum of its own: with another key, or beside the one that everybody is shown', async () => {
    const owner_id = randomUUID();
    const { sum } = await published([{ owner_id, cents: 500 }]);
    const earlier = { ...sum, number: sum.number - 1, digest: '00'.repeat(32) };
    expect(isPublished(sum, [sum, earlier], sum)).toBe(true);
    expect(isPublished(sum, [earlier], earlier)).toBe(true);
    const other = { ...sum, digest: '11'.repeat(32) };
    expect(isPublished(other, [sum, earlier], null)).toBe(false);
    expect(isPublished(other, [earlier], sum)).toBe(false);
    const public_key = vault.signer('another').public_key.toString('hex');
    expect(isPublished({ ...other, public_key }, [earlier], null)).toBe(false);
  });

  it('takes no balance below zero, and none that adds up to more than is exact', async () => {
    const leaf = (cents: number) => ({ number: 1, salt: Buffer.alloc(32), owner_id: randomUUID(), cents });
    expect(() => createLeaves().add([leaf(-1)])).toThrow(RangeError);
    expect(() => createLeaves().add([leaf(0.5)])).toThrow(RangeError);
    const leaves = createLeaves();
    leaves.add([leaf(Number.MAX_SAFE_INTEGER), leaf(1)]);
    const sorted = await leaves.sort();
    expect(() => [...buildTree(sorted)]).toThrow(RangeError);
  });

  it('tells no number of balances by its size, nor where the padding is', async () => {
    expect([1, 1024, 1025, 1_000_000].map(heightFor)).toEqual([10, 10, 11, 20]);
    const owners = Array.from({ length: 512 }, () => ({ owner_id: randomUUID(), cents: 1 }));
    const { chunks } = await published(owners);
    for (const { nodes } of chunks.filter(({ level }) => level === 0)) expect(owingIn(nodes)).toBeGreaterThan(64);
  });
});

/** How many leaves of a piece owe something: of 1024 with 512 balances, half of 256. */
const owingIn = (nodes: Buffer) =>
  Array.from({ length: nodes.length / NODE_BYTES }, (_, index) => sumAt(nodes, index * NODE_BYTES)).filter(Boolean)
    .length;
