import * as contract from '#contracts/shop/cards.ts';
import { serve } from '#platform/http/serve.ts';
import { cardOptions } from './card-options.ts';
import { listCards } from './list-cards.ts';

export const cardRoutes = [serve(contract.listCards, listCards), serve(contract.cardOptions, cardOptions)];
