import * as contract from '#contracts/shop/wallet.ts';
import { serve } from '#platform/http/serve.ts';
import { changeBoughtCard } from './change-bought-card.ts';
import { getWalletCard } from './get-wallet-card.ts';
import { listWallet } from './list-wallet.ts';

export const walletRoutes = [
  serve(contract.listWallet, listWallet),
  serve(contract.getWalletCard, getWalletCard),
  serve(contract.changeBoughtCard, changeBoughtCard),
];
