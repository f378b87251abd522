import * as contract from '#contracts/shop/cart.ts';
import { serve } from '#platform/http/serve.ts';
import { addByValue } from './add-by-value.ts';
import { addToCart } from './add-to-cart.ts';
import { getCart } from './get-cart.ts';
import { getCartLimits } from './get-cart-limits.ts';
import { quotePurchase } from './quote-purchase.ts';
import { removeFromCart } from './remove-from-cart.ts';

export const cartRoutes = [
  serve(contract.getCart, getCart),
  serve(contract.getCartLimits, getCartLimits),
  serve(contract.quotePurchase, quotePurchase),
  serve(contract.addToCart, addToCart),
  serve(contract.addByValue, addByValue),
  serve(contract.removeFromCart, removeFromCart),
  serve(contract.removeFromCartByGet, removeFromCart),
];
