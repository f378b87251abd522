import * as contract from '#contracts/cart.ts';
import { serve } from '#platform/http/serve.ts';
import { addToCart } from './add-to-cart.ts';
import { getCart } from './get-cart.ts';
import { removeFromCart } from './remove-from-cart.ts';

export const cartRoutes = [
  serve(contract.getCart, getCart),
  serve(contract.addToCart, addToCart),
  serve(contract.removeFromCart, removeFromCart),
  serve(contract.removeFromCartByGet, removeFromCart),
];
