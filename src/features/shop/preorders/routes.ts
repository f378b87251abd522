import * as contract from '#contracts/shop/preorders.ts';
import { serve } from '#platform/http/serve.ts';
import { cancelForBuyer } from './cancel-for-buyer.ts';
import { cancelPreorder } from './cancel-preorder.ts';
import { listDemand } from './list-demand.ts';
import { listPreorders } from './list-preorders.ts';
import { listWaiting } from './list-waiting.ts';
import { placePreorder } from './place-preorder.ts';
import { preorderOptions } from './preorder-options.ts';
import { quotePreorder } from './quote-preorder.ts';

export const preorderRoutes = [
  serve(contract.quotePreorder, quotePreorder),
  serve(contract.placePreorder, placePreorder),
  serve(contract.listPreorders, listPreorders),
  serve(contract.preorderOptions, preorderOptions),
  serve(contract.cancelPreorder, cancelPreorder),
  serve(contract.listDemand, listDemand),
  serve(contract.listWaiting, listWaiting),
  serve(contract.cancelForBuyer, cancelForBuyer),
];
