import * as contract from '#contracts/orders.ts';
import { serve } from '#platform/http/serve.ts';
import { getOrder } from './get-order.ts';
import { listOrders } from './list-orders.ts';
import { placeOrder } from './place-order.ts';
import { returnCard } from './return-card.ts';
import { revealCard } from './reveal-card.ts';

export const orderRoutes = [
  serve(contract.placeOrder, placeOrder),
  serve(contract.listOrders, listOrders),
  serve(contract.getOrder, getOrder),
  serve(contract.revealCard, revealCard),
  serve(contract.returnCard, returnCard),
];
