import type { Feature } from '../../feature.ts';
import { cartData } from './cart-data.ts';
import { cartRoutes } from './routes.ts';
import { swapTask } from './swap/swap-task.ts';

export const feature: Feature = {
  routes: cartRoutes,
  jobs: { cart_swap: swapTask },
  accountData: [cartData],
  tables: {
    cart_items: { why: 'account', of: 'orders' },
  },
};
