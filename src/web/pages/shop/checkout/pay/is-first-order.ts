import { listOrders } from '#contracts/shop/orders.ts';
import { attempt, type Where } from '#web/server/api.ts';

/** Whether somebody has bought nothing yet, as an account that isn't active. */
export async function isFirstOrder(where: Where): Promise<boolean> {
  const orders = await attempt(where, listOrders, { query: { per_page: '1' } }, [403]);
  return !orders.ok || orders.reply.meta.total === 0;
}
