import * as contract from '#contracts/office/checks.ts';
import { serve } from '#platform/http/serve.ts';
import { checkShop } from './check-shop.ts';

export const checksRoutes = [serve(contract.checkShop, checkShop)];
