import { randomUUID } from 'node:crypto';
import { placeOrder, revealCard } from '#contracts/shop/orders.ts';
import { getSellerPayment, proposePayout, setDestination } from '#contracts/supply/payouts.ts';
import * as contract from '#contracts/supply/sellers.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { TestShop, TestUser } from './shop.ts';
import { codeNumber, createStaff } from './staff.ts';

export const IBAN = 'DE89370400440532013000';

/** The people and steps that sellers need: applications, cards on sale, purchases, payouts. */
export async function createSellers(shop: TestShop) {
  const { sql } = shop;
  const staff = await createStaff(shop);
  const person = (...duties: string[]) => shop.createUser({ role: 'admin', duties });
  const importer = await person('importer');
  const approver = await person('approver');
  const [payer, second] = [await person('payouts'), await person('payouts')];
  let serial = 5000;

  const facts = {
    legal_name: 'Quayside Cards Ltd',
    contact_email: 'contact@quayside.example',
    country: 'DE',
    tax_id: 'DE 811 907',
    commission_bp: 1000,
    returns_borne_by: 'shop' as 'seller' | 'shop',
    reserve_bp: 0,
    reserve_days: 0,
    minimum_payout_cents: 100,
  };
  type Facts = Partial<typeof facts>;

  const apply = async (changes: Facts = {}) =>
    (await shop.as(importer)(contract.addSeller, { body: { ...facts, ...changes } })).body.data;

  const ask = (id: string, by = importer) => {
    const body = { reference: 'REG-EXTRACT-7', checked_on: '2026-01-10', reason: 'Register and bank letter' };
    return shop.as(by)(contract.proposeVerification, { params: { id }, body });
  };
  async function decide(id: string, by = approver, decision: 'approved' | 'rejected' = 'approved') {
    await shop.refresh(by);
    const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${id} and decision is null`;
    const body = { proposal_id: open?.id ?? id, decision, reason: 'Checked' };
    return shop.as(by)(contract.decideSeller, { params: { id }, body });
  }
  /** Not the one who recorded the seller proposes here: that one may not decide either. */
  async function verified(changes: Facts = {}) {
    const { id } = await apply(changes);
    await ask(id);
    return (await decide(id)).body.data;
  }

  /** Cards of a seller on sale; without a seller, the shop's own. */
  async function onSale(seller_id: string | null, count = 1, face = '25.00', guarantee_hours = 24) {
    const codes = Array.from({ length: count }, () => codeNumber(++serial * 7919));
    const { batch_id } = await staff.onSale(
      codes.map((code) => ({ code, face })),
      { programme: { guarantee_hours }, batch: { seller_id } },
    );
    return sql<{ id: string; price_cents: number }[]>`
      select id, price_cents from cards where batch_id = ${batch_id} and state = 'available' order by id`;
  }

  const newBuyer = () => shop.createUser({ tier: 2, balance_cents: 9000_00 });
  const buy = async (buyer: TestUser, ids: string[]) =>
    (await shop.as(buyer)(placeOrder, { body: { ids }, idempotencyKey: randomUUID() })).body.data;
  const reveal = (buyer: TestUser, id: string, card_id: string) =>
    shop.as(buyer)(revealCard, { params: { id, card_id }, body: { consent: true } });

  const payment = async (id: string, by = payer) => (await shop.as(by)(getSellerPayment, { params: { id } })).body.data;
  async function payTo(id: string, address = IBAN, kind: 'IBAN' | 'BTC' | 'LTC' | 'ETH' = 'IBAN', by = payer) {
    await shop.refresh(by);
    return shop.as(by)(setDestination, { params: { id }, body: { kind, address } });
  }
  async function proposed(id: string, amount_cents?: number, by = payer) {
    await shop.refresh(by);
    const body = { ...(amount_cents !== undefined && { amount_cents }), reason: 'Monthly payout' };
    return shop.as(by)(proposePayout, { params: { id }, body, idempotencyKey: randomUUID() });
  }
  /** Lets days pass in which everybody keeps working. */
  async function days(count: number): Promise<void> {
    shop.clock.advance(count * DAY_MS);
    await sql`update sessions set last_used_at = ${shop.clock.now()}, expires_at = expires_at + ${count} * interval '1 day'`;
  }

  return {
    staff,
    importer,
    approver,
    payer,
    second,
    facts,
    apply,
    ask,
    decide,
    verified,
    onSale,
    newBuyer,
    buy,
    reveal,
    payment,
    payTo,
    proposed,
    days,
  };
}
