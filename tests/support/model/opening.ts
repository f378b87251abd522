import * as buyers from './steps/buyer-steps.ts';
import { check } from './steps/check-step.ts';
import * as coins from './steps/coin-steps.ts';
import { leave, moveOn } from './steps/leaver-steps.ts';
import * as office from './steps/office-steps.ts';
import * as preorders from './steps/preorder-steps.ts';
import * as sellers from './steps/seller-steps.ts';
import type { Step } from './steps/step.ts';

const stock = (seller: number | null, count: number, discount_bp: number) =>
  sellers.arrive({ seller, count, discount_bp });
const buy = (buyer: number, count: number, at = 0) => buyers.buy({ buyer, count, at, twice: false });

/** With what each run begins: buyers have money, and the shop and two sellers have cards on sale. */
export const opening = (): Step[] => [
  coins.topUp(0, 6000, 100),
  coins.topUp(1, 6000, 100),
  coins.topUp(2, 1017, 100),
  stock(null, 3, 0),
  stock(0, 4, 1000),
  stock(1, 4, 2000),
];

/** Goes with `pickFitting` to the first that fits. */
const FIRST = 1;

/** Each kind of step where it succeeds, in an order in which each can. Begins with an opening. */
export const everyKind = (): Step[] => [
  ...opening(),
  // What was paid back by hand is set off when the card itself comes back.
  buy(0, 1),
  office.refund(FIRST, 150),
  buyers.giveBack(FIRST),
  buy(0, 3, 1),
  buy(1, 3, 2),
  buyers.race(0),
  buyers.reveal(0),
  buyers.reveal(1),
  buyers.returnAgainstReveal(0),
  buyers.give(0),
  buyers.endGift(0, 'opened'),
  buyers.give(0),
  buyers.endGift(0, 'withdrawn'),
  buyers.claim(FIRST),
  office.answerClaim(0, 'approved'),
  buyers.claim(FIRST),
  office.answerClaim(0, 'refused'),
  buyers.claim(FIRST),
  office.answerClaim(0, 'rejected'),
  office.adjust(0, 300, 'approved'),
  office.adjust(0, 300, 'rejected'),
  // More cards than there are, at less than any costs.
  preorders.wishFor({ buyer: 0, quantity: 4, highest: 700, days: 9 }),
  preorders.cancel(FIRST),
  preorders.wishFor({ buyer: 0, quantity: 2, highest: 700, days: 9 }),
  stock(null, 3, 3000),
  preorders.fill,
  // Spends what the network takes back: that is owed.
  coins.topUp(2, 500, 40),
  coins.releaseHeld(0),
  coins.topUp(2, 2000, 100),
  stock(0, 5, 0),
  stock(1, 3, 0),
  buy(2, 2),
  buy(2, 1, 1),
  coins.reorganise(1),
  office.writeOff(FIRST, 40),
  office.adjust(2, 20, 'approved'),
  coins.topUp(2, 6000, 100),
  office.pass(24 * 17),
  sellers.release,
  sellers.payOut(0, 50, 'rejected'),
  sellers.payOut(0, 50, 'approved'),
  sellers.endPayout(FIRST, 'failed'),
  sellers.payOut(0, 50, 'approved'),
  sellers.endPayout(FIRST, 'paid'),
  sellers.returnPayout(FIRST),
  leave(2000),
  moveOn(FIRST, 'approved'),
  moveOn(FIRST, 'failed'),
  leave(2000),
  moveOn(FIRST, 'rejected'),
  leave(3000),
  moveOn(FIRST, 'approved'),
  moveOn(FIRST, 'paid'),
  moveOn(FIRST, 'not reversed'),
  moveOn(FIRST, 'reversed'),
  office.close(0),
  office.close(1),
  office.reopen(1, 'approved'),
  office.reopen(0, 'rejected'),
  office.reopen(0, 'approved'),
  office.night,
  check,
];
