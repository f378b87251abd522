import * as contract from '#contracts/shop/waiting-purchases.ts';
import { serve } from '#platform/http/serve.ts';
import { buyWhenCredited } from './buy-when-credited.ts';
import { callOffPurchase } from './call-off-purchase.ts';
import { getPurchaseOfDeposit } from './get-purchase-of-deposit.ts';
import { getWaitingPurchase } from './get-waiting-purchase.ts';
import { listWaitingPurchases } from './list-waiting-purchases.ts';
import { resumePurchase } from './resume-purchase.ts';

export const waitingPurchaseRoutes = [
  serve(contract.buyWhenCredited, buyWhenCredited),
  serve(contract.listWaitingPurchases, listWaitingPurchases),
  serve(contract.getWaitingPurchase, getWaitingPurchase),
  serve(contract.callOffPurchase, callOffPurchase),
  serve(contract.resumePurchase, resumePurchase),
  serve(contract.getPurchaseOfDeposit, getPurchaseOfDeposit),
];
