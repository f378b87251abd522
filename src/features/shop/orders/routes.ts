import * as contract from '#contracts/shop/orders.ts';
import { serve } from '#platform/http/serve.ts';
import { getOrder } from './get-order.ts';
import { getOrderReceipt } from './get-order-receipt.ts';
import { inspectOrder } from './inspect-order.ts';
import { listOrders } from './list-orders.ts';
import { listPlacedOrders } from './list-placed-orders.ts';
import { placeOrder } from './place-order.ts';
import { returnCard } from './return-card.ts';
import { revealCard } from './reveal-card.ts';
import { revealOrder } from './reveal-order.ts';

export const orderRoutes = [
  serve(contract.placeOrder, placeOrder),
  serve(contract.listOrders, listOrders),
  serve(contract.getOrder, getOrder),
  serve(contract.getOrderReceipt, getOrderReceipt),
  serve(contract.revealCard, revealCard),
  serve(contract.revealOrder, revealOrder),
  serve(contract.returnCard, returnCard),
  serve(contract.listPlacedOrders, listPlacedOrders),
  serve(contract.inspectOrder, inspectOrder),
];
